package io.snowbraid.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a client was given, and when it was given nothing. Used by one thread at a time. */
final class IdLog {

  /** A time without ids, by the steady clock. */
  record Gap(long from, long to) {

    /** Returns how much of it is in a span. */
    long within(long begin, long end) {
      return Math.max(0, Math.min(to, end) - Math.max(from, begin));
    }
  }

  private final List<Gap> gaps = new ArrayList<>();
  private long[] ids = new long[1 << 16];
  private int count;
  private int orderedFrom;
  private int falls;
  private int failures;

  void add(long id) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
    }
    if (count > orderedFrom && id < ids[count - 1]) {
      falls++;
    }
    ids[count++] = id;
  }

  /** Notes that the next ids are those of another client, which have no order with the others. */
  void beginOrder() {
    orderedFrom = count;
  }

  void gap(long from, long to) {
    gaps.add(new Gap(from, to));
  }

  void fail() {
    failures++;
  }

  int count() {
    return count;
  }

  int falls() {
    return falls;
  }

  int failures() {
    return failures;
  }

  /** Returns the longest time without ids in a span, in nanoseconds. */
  long longestGap(long begin, long end) {
    return gaps.stream().mapToLong(gap -> gap.within(begin, end)).max().orElse(0);
  }

  /** Returns how many ids of several logs are the same as others. */
  static long duplicates(List<IdLog> logs) {
    int all = logs.stream().mapToInt(IdLog::count).sum();
    long[] sorted = new long[all];
    int filled = 0;
    for (IdLog log : logs) {
      System.arraycopy(log.ids, 0, sorted, filled, log.count);
      filled += log.count;
    }
    Arrays.sort(sorted);
    long duplicates = 0;
    for (int i = 1; i < all; i++) {
      duplicates += sorted[i] == sorted[i - 1] ? 1 : 0;
    }
    return duplicates;
  }
}
