package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.services.Latency;
import io.snowbraid.server.internal.services.Statistics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how long the commands of an event loop take. All that are answered in one turn took as
 * long as the turn, so that a turn costs two looks at the clock, however many requests it has. Used
 * by the thread of the loop only.
 */
final class CommandTimes {

  private static final class Count {

    final Latency latency;
    int inTurn;

    Count(Latency latency) {
      this.latency = latency;
    }
  }

  private final Statistics statistics;
  private final Map<Command, Count> counts = new EnumMap<>(Command.class);
  private final List<Count> counted = new ArrayList<>();

  CommandTimes(Statistics statistics) {
    this.statistics = statistics;
  }

  /** Counts a request that is answered in this turn. */
  void count(Command command) {
    Count count = of(command);
    if (count.inTurn++ == 0) {
      counted.add(count);
    }
  }

  /** Ends a turn. */
  void endTurn(long tookNanos) {
    for (Count count : counted) {
      count.latency.add(tookNanos, count.inTurn);
      count.inTurn = 0;
    }
    counted.clear();
  }

  /** Adds a request that had to wait. */
  void add(Command command, long tookNanos) {
    of(command).latency.add(tookNanos, 1);
  }

  private Count of(Command command) {
    Count known = counts.get(command);
    if (known == null) {
      known = new Count(statistics.latency(command.lowerCase()));
      counts.put(command, known);
    }
    return known;
  }
}
