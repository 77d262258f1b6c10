package io.snowbraid.server.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All calls of many clients, key by key. It is sound if no number of a key was given twice, and if
 * a call that began after another of the same key had ended got higher numbers. Calls that failed
 * are no part of it: what they took is a gap.
 */
final class History {

  private static final int SHOWN = 20;
  private static final Comparator<Call> BY_NUMBER = Comparator.comparingLong(Call::last);

  private final Call[][] keys;

  private History(Call[][] keys) {
    this.keys = keys;
  }

  /** Collects what clients were given, whose threads have ended. Keys are from 0 to below count. */
  static History of(List<CallLog> logs, int keyCount) {
    int[] sizes = new int[keyCount];
    for (CallLog log : logs) {
      for (int i = 0; i < log.size(); i++) {
        sizes[log.key(i)]++;
      }
    }
    Call[][] keys = new Call[keyCount][];
    Arrays.setAll(keys, key -> new Call[sizes[key]]);
    for (CallLog log : logs) {
      for (int i = 0; i < log.size(); i++) {
        int key = log.key(i);
        keys[key][--sizes[key]] = log.call(i);
      }
    }
    return new History(keys);
  }

  long calls() {
    return Arrays.stream(keys).mapToLong(calls -> calls.length).sum();
  }

  /** Returns the number of calls of the key that has the fewest. */
  long fewestCalls() {
    return Arrays.stream(keys).mapToLong(calls -> calls.length).min().orElse(0);
  }

  /** Returns what is wrong with it, at most some of it; empty if it is sound. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (int key = 0; key < keys.length && faults.size() < SHOWN; key++) {
      Arrays.sort(keys[key], BY_NUMBER);
      findRepeats(key, faults);
      findFalls(key, faults);
    }
    return faults;
  }

  /** Neighbours by their last number are enough: the one after may not begin within. */
  private void findRepeats(int key, List<String> faults) {
    Call[] calls = keys[key];
    for (int i = 0; i < calls.length; i++) {
      if (calls[i].first() < 1 || (i > 0 && calls[i].first() <= calls[i - 1].last())) {
        Call other = calls[Math.max(0, i - 1)];
        faults.add("key " + key + " repeats: " + text(other) + " and " + text(calls[i]));
      }
    }
  }

  /** Goes from the highest number down, with the call above that ended first. */
  private void findFalls(int key, List<String> faults) {
    Call[] calls = keys[key];
    Call first = null;
    for (int i = calls.length - 1; i >= 0; i--) {
      if (first != null && first.isBefore(calls[i])) {
        faults.add("key " + key + " falls: " + text(first) + ", then " + text(calls[i]));
      }
      if (first == null || calls[i].end() < first.end()) {
        first = calls[i];
      }
    }
  }

  private static String text(Call call) {
    return "%d..%d (%,d to %,d us)"
        .formatted(
            call.first(),
            call.last(),
            TimeUnit.NANOSECONDS.toMicros(call.begin()),
            TimeUnit.NANOSECONDS.toMicros(call.end()));
  }

  /** Returns the longest time in a span without a call's end, of the key that has the longest. */
  long longestOutageNanos(long from, long to) {
    return Arrays.stream(keys).mapToLong(calls -> outage(calls, from, to)).max().orElse(0);
  }

  private static long outage(Call[] calls, long from, long to) {
    long[] ends =
        Arrays.stream(calls)
            .mapToLong(Call::end)
            .filter(end -> end > from && end < to)
            .sorted()
            .toArray();
    long longest = 0;
    long last = from;
    for (long end : ends) {
      longest = Math.max(longest, end - last);
      last = end;
    }
    return Math.max(longest, to - last);
  }
}
