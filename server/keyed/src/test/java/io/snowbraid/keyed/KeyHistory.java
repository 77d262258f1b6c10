package io.snowbraid.keyed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The calls that were answered, and whether they keep what is promised: no number of a key is
 * issued twice, and a call that began after another of the same key had ended got higher numbers.
 */
final class KeyHistory {

  private record Call(long begin, long end, long first, long last) {}

  private final Map<String, List<Call>> calls = new HashMap<>();
  private int size;

  /**
   * Notes a call.
   *
   * @param begin when it began, and no other call at the same time
   * @param end when it ended
   * @param last the last of its numbers
   * @param count how many they are
   */
  void add(String key, long begin, long end, long last, long count) {
    calls
        .computeIfAbsent(key, k -> new ArrayList<>())
        .add(new Call(begin, end, last - count + 1, last));
    size++;
  }

  int size() {
    return size;
  }

  /** Fails if a promise was broken. */
  void verify() {
    calls.forEach(
        (key, list) -> {
          requireUnique(key, list);
          requireRising(key, list);
        });
  }

  private static void requireUnique(String key, List<Call> list) {
    List<Call> sorted = list.stream().sorted(Comparator.comparingLong(Call::first)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).first <= sorted.get(i - 1).last) {
        throw new AssertionError(
            "issued twice: key=" + key + ", " + sorted.get(i - 1) + ", " + sorted.get(i));
      }
    }
  }

  private static void requireRising(String key, List<Call> list) {
    List<Call> sorted = list.stream().sorted(Comparator.comparingLong(Call::begin)).toList();
    PriorityQueue<Call> open = new PriorityQueue<>(Comparator.comparingLong(Call::end));
    long highest = 0;
    for (Call call : sorted) {
      while (!open.isEmpty() && open.element().end < call.begin) {
        highest = Math.max(highest, open.remove().last);
      }
      if (call.first <= highest) {
        throw new AssertionError(
            "did not rise: key=" + key + ", " + call + ", before it ended=" + highest);
      }
      open.add(call);
    }
  }
}
