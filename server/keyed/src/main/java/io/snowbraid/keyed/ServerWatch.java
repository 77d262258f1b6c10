package io.snowbraid.keyed;

import io.snowbraid.internal.Durations;
import io.snowbraid.keyed.ServerRecord.State;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Decides which servers are silent, and which ended long ago. Silent are those whose stamp has not
 * changed for the lease and the margin, by this server's own steady clock. A server that has a
 * longer lease says so in its row, so that the lease can be changed while servers run. No times of
 * others are compared. Time in which this server did not read the store does not count. After an
 * outage of the store all stamps are old, and those of the living are about to change.
 *
 * <p>Not thread-safe.
 */
class ServerWatch {

  private static final long ENDED_TIMEOUT = TimeUnit.HOURS.toNanos(1);

  private record Seen(String stamp, long at, long timeout, boolean hasRenewed) {}

  private final long timeout;
  private final long longestGap;
  private final Map<String, Seen> seen = new HashMap<>();
  private long lastRead;

  /** When servers were first seen that had ended. */
  private final Map<String, Long> seenEnded = new HashMap<>();

  ServerWatch(KeyedSettings settings) {
    this.timeout = Durations.nanos(settings.lease().plus(settings.margin()));
    this.longestGap = Durations.nanos(settings.lease().dividedBy(2));
  }

  /**
   * Notes the servers that were read.
   *
   * @param now the steady clock after they were read
   * @return those that are silent, to be ended
   */
  List<ServerRecord> silent(List<ServerRecord> servers, long now) {
    if (now - lastRead > longestGap) {
      seen.clear();
    }
    lastRead = now;
    List<ServerRecord> present =
        servers.stream().filter(server -> server.state() != State.ENDED).toList();
    seen.keySet().retainAll(present.stream().map(ServerRecord::id).toList());
    return present.stream().filter(server -> isSilent(server, now)).toList();
  }

  private boolean isSilent(ServerRecord server, long now) {
    Seen before = seen.get(server.id());
    if (before == null || !before.stamp.equals(server.stamp())) {
      long wait = Math.max(timeout, Durations.nanos(server.expiresAfter()));
      seen.put(server.id(), new Seen(server.stamp(), now, wait, before != null));
      return false;
    }
    return now - before.at >= before.timeout;
  }

  /**
   * Notes the servers that were read, and returns those whose rows may be removed: they hold no
   * slot, an hour after this server first saw that they had ended. If a late write makes one of
   * them a holder again, it is a holder without a row, which is watched as the others are.
   *
   * @param holders the servers that hold slots
   * @param now the steady clock
   */
  List<ServerRecord> longEnded(List<ServerRecord> servers, Set<String> holders, long now) {
    List<ServerRecord> ended =
        servers.stream()
            .filter(server -> server.state() == State.ENDED && !holders.contains(server.id()))
            .toList();
    seenEnded.keySet().retainAll(ended.stream().map(ServerRecord::id).toList());
    return ended.stream()
        .filter(server -> now - seenEnded.computeIfAbsent(server.id(), id -> now) >= ENDED_TIMEOUT)
        .toList();
  }

  /** Returns whether a server has renewed its lease while this one watched. */
  boolean isAlive(ServerRecord server) {
    Seen last = seen.get(server.id());
    return last != null && last.hasRenewed;
  }

  /** Returns after how long the next server could be silent; the timeout if none is near. */
  Duration next(long now) {
    long due =
        seen.values().stream()
            .mapToLong(server -> server.at + server.timeout - now)
            .min()
            .orElse(timeout);
    return Duration.ofNanos(Math.max(0, due));
  }
}
