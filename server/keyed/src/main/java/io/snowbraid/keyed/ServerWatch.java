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
 * Decides which servers are silent, and which stopped long ago. A server is silent if its stamp has
 * not changed for its lease and margin, or for this server's if those are longer. This is measured
 * by this server's monotonic clock; times of different servers are never compared. Each server
 * announces its lease and margin in its record, so they can be changed while servers run. Time
 * during which this server could not read the store does not count: after a store outage all stamps
 * are old, and living servers are about to change theirs.
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

  /** When each stopped server was first seen as stopped. */
  private final Map<String, Long> seenEnded = new HashMap<>();

  ServerWatch(KeyedSettings settings) {
    this.timeout = Durations.nanos(settings.lease().plus(settings.margin()));
    this.longestGap = Durations.nanos(settings.lease().dividedBy(2));
  }

  /**
   * Records the servers that were read.
   *
   * @param now the monotonic clock after the read
   * @return the silent servers, which must be declared dead
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
   * Records the servers that were read, and returns those whose records may be removed: they own no
   * slots and were first seen as stopped an hour ago. If a late write makes a removed server an
   * owner again, it is watched like any other owner without a record.
   *
   * @param owners the servers that own slots
   * @param now the monotonic clock
   */
  List<ServerRecord> longEnded(List<ServerRecord> servers, Set<String> owners, long now) {
    List<ServerRecord> ended =
        servers.stream()
            .filter(server -> server.state() == State.ENDED && !owners.contains(server.id()))
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

  /**
   * Returns how long it takes until the next server could be silent; the timeout if none is near.
   */
  Duration untilNextSilent(long now) {
    long due =
        seen.values().stream()
            .mapToLong(server -> server.at + server.timeout - now)
            .min()
            .orElse(timeout);
    return Duration.ofNanos(Math.max(0, due));
  }
}
