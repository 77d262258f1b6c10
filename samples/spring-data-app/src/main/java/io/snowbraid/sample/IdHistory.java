package io.snowbraid.sample;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** What was issued in each of the last seconds. Not safe for threads. */
final class IdHistory {

  /** How many seconds are kept. */
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

  /** Notes what the clocks show. */
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

  /** Notes an id of this application, issued in the second looked at last. */
  void addOwn(int lane, Instant idTime) {
    Second second = seconds.getLast();
    second.own++;
    second.laneTimes[lane] = idTime.toEpochMilli();
  }

  /** Notes an id of another process. */
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

  /** The lanes that issued something in the seconds that are kept. */
  int[] usedLanes() {
    return IntStream.range(0, lanes)
        .filter(lane -> seconds.stream().anyMatch(second -> second.laneTimes[lane] != NONE))
        .toArray();
  }

  /** The time in the last id that a lane issued in each second, -1 where it issued none. */
  List<Long> laneTimes(int lane) {
    return all(second -> second.laneTimes[lane]);
  }

  private List<Long> all(ToLongFunction<Second> value) {
    return seconds.stream().map(value::applyAsLong).toList();
  }
}
