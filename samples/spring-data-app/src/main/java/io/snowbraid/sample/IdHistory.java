package io.snowbraid.sample;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Records what was issued in each of the last seconds. Not safe for use by several threads. */
final class IdHistory {

  /** The number of seconds that are kept. */
  static final int SECONDS = 120;

  private static final long NONE = -1;

  private final int lanes;
  private final Deque<Second> seconds = new ArrayDeque<>();

  IdHistory(int lanes) {
    this.lanes = lanes;
  }

  /** One second of the true time; times are in milliseconds since 1970. */
  private static final class Second {
    private final long number;
    private final long[] laneTimes;
    private long trueTime;
    private long clock;
    private long own;
    private long others;

    Second(long number, int lanes) {
      this.number = number;
      this.laneTimes = new long[lanes];
      Arrays.fill(laneTimes, NONE);
    }
  }

  /** Records the times of the clocks. */
  void look(Instant trueTime, Instant clock) {
    Second second = second(trueTime.getEpochSecond());
    second.trueTime = trueTime.toEpochMilli();
    second.clock = clock.toEpochMilli();
  }

  private Second second(long number) {
    Second last = seconds.peekLast();
    if (last != null && last.number >= number) {
      return last;
    }
    Second next = new Second(number, lanes);
    seconds.addLast(next);
    while (seconds.getFirst().number <= number - SECONDS) {
      seconds.removeFirst();
    }
    return next;
  }

  /** Records an id of this application, issued in the last second that was recorded. */
  void addOwn(int lane, Instant idTime) {
    Second second = seconds.getLast();
    second.own++;
    second.laneTimes[lane] = idTime.toEpochMilli();
  }

  /** Records an id of another process. */
  void addOther() {
    seconds.getLast().others++;
  }

  List<Long> trueTimes() {
    return all(second -> second.trueTime);
  }

  List<Long> clock() {
    return all(second -> second.clock);
  }

  List<Long> ownCounts() {
    return all(second -> second.own);
  }

  List<Long> otherCounts() {
    return all(second -> second.others);
  }

  /** Returns the lanes that issued an id in the seconds that are kept. */
  int[] usedLanes() {
    return IntStream.range(0, lanes)
        .filter(lane -> seconds.stream().anyMatch(second -> second.laneTimes[lane] != NONE))
        .toArray();
  }

  /** Returns, for each second, the time in the last id that a lane issued; -1 if it issued none. */
  List<Long> laneTimes(int lane) {
    return all(second -> second.laneTimes[lane]);
  }

  private List<Long> all(ToLongFunction<Second> value) {
    return seconds.stream().map(value::applyAsLong).toList();
  }
}
