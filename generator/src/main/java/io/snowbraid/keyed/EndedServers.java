package io.snowbraid.keyed;

import io.snowbraid.keyed.ServerRecord.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Decides which rows of ended servers may be removed: those that hold no slot, an hour after this
 * server first saw them. If a late write makes one of them a holder again, it is a holder without a
 * row, which is watched as the others are.
 *
 * <p>Not thread-safe.
 */
final class EndedServers {

  private static final long PATIENCE = TimeUnit.HOURS.toNanos(1);

  private final Map<String, Long> seen = new HashMap<>();

  /**
   * Notes the servers that were read.
   *
   * @param holders the servers that hold slots
   * @param now the steady clock
   * @return the rows that may be removed
   */
  List<ServerRecord> old(List<ServerRecord> servers, Set<String> holders, long now) {
    List<ServerRecord> ended =
        servers.stream()
            .filter(server -> server.state() == State.ENDED && !holders.contains(server.id()))
            .toList();
    seen.keySet().retainAll(ended.stream().map(ServerRecord::id).toList());
    return ended.stream()
        .filter(server -> now - seen.computeIfAbsent(server.id(), id -> now) >= PATIENCE)
        .toList();
  }
}
