package io.snowbraid;

import io.snowbraid.layout.Layout;
import java.util.Arrays;

/** Checks a collection of ids as a whole. */
public final class IdChecker {

  private IdChecker() {}

  /**
   * Fails unless all ids differ.
   *
   * @param min how many ids there must be at least, because zero ids prove nothing
   */
  public static void requireUnique(long[] ids, int min) {
    if (ids.length < min) {
      throw new AssertionError("expected at least " + min + " ids: count=" + ids.length);
    }
    long[] sorted = ids.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new AssertionError(
            "id issued twice: " + sorted[i] + " " + Layout.DEFAULT.decode(sorted[i]));
      }
    }
  }

  /** Fails unless each id is greater than the previous one. */
  public static void requireRising(long[] ids) {
    for (int i = 1; i < ids.length; i++) {
      if (ids[i] <= ids[i - 1]) {
        throw new AssertionError(
            "id must rise: index="
                + i
                + ", before="
                + Layout.DEFAULT.decode(ids[i - 1])
                + ", id="
                + Layout.DEFAULT.decode(ids[i]));
      }
    }
  }
}
