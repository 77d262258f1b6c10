package io.snowbraid.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The workers that a source may lease, either all or ranges such as {@code 0-3,8-11}. With disjoint
 * shares, unconnected stores, such as those of two data centres, can serve one namespace.
 *
 * <p>Immutable and thread-safe.
 */
public final class WorkerShare {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  /** All workers of any layout. */
  public static final WorkerShare ALL =
      new WorkerShare("all", List.of(new Range(0, Integer.MAX_VALUE)));

  private record Range(int first, int last) {

    /** Returns how many numbers of this range a layout has. */
    long size(int workers) {
      return Math.max(0, Math.min((long) last + 1, workers) - first);
    }
  }

  private final String text;
  private final List<Range> ranges;

  private WorkerShare(String text, List<Range> ranges) {
    this.text = text;
    this.ranges = ranges;
  }

  /**
   * Parses worker numbers and ranges.
   *
   * @param text numbers and inclusive ranges in ascending order, separated by commas: {@code 0-63},
   *     {@code 5}, {@code 0-3,8-11}
   * @return the share
   * @throws IllegalArgumentException if the text is malformed
   */
  public static WorkerShare parse(String text) {
    List<Range> ranges = new ArrayList<>();
    int next = 0;
    for (String part : text.split(",", -1)) {
      Range range = range(part.strip(), text);
      if (range.first < next || range.last < range.first) {
        throw rejected(text);
      }
      ranges.add(range);
      next = range.last + 1;
    }
    return new WorkerShare(text, List.copyOf(ranges));
  }

  private static Range range(String part, String text) {
    Matcher matcher = RANGE.matcher(part);
    if (!matcher.matches()) {
      throw rejected(text);
    }
    int first = Integer.parseInt(matcher.group(1));
    return new Range(first, matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2)));
  }

  private static IllegalArgumentException rejected(String text) {
    return new IllegalArgumentException(
        "workers must be ascending numbers or ranges without overlap, but are "
            + text
            + "; write them as 0-63, 5 or 0-3,8-11");
  }

  /**
   * Returns whether a worker belongs to the share.
   *
   * @param worker the worker
   * @return whether one of the ranges contains it
   */
  public boolean contains(int worker) {
    return ranges.stream().anyMatch(range -> range.first <= worker && worker <= range.last);
  }

  /**
   * Counts the workers that belong to the share and to a layout.
   *
   * @param workers the number of workers in the layout
   * @return at most {@code workers}
   */
  public int size(int workers) {
    return Math.toIntExact(ranges.stream().mapToLong(range -> range.size(workers)).sum());
  }

  /**
   * Checks that a layout contains a worker of the share.
   *
   * @param request a request with the layout
   * @throws IllegalArgumentException if it contains none
   */
  public void requireIn(WorkerRequest request) {
    if (size(request.workers()) == 0) {
      throw new IllegalArgumentException(
          "none of the workers "
              + this
              + " exists in the layout, which has "
              + request.workers()
              + " workers; set lower numbers");
    }
  }

  /**
   * Returns a worker of the share.
   *
   * @param index the index in ascending order, from 0
   * @return the worker
   * @throws IndexOutOfBoundsException if the share has no such index
   */
  public int get(int index) {
    long rest = index;
    for (Range range : ranges) {
      long size = range.size(Integer.MAX_VALUE);
      if (rest >= 0 && rest < size) {
        return range.first + (int) rest;
      }
      rest -= size;
    }
    throw new IndexOutOfBoundsException(index);
  }

  /** Returns the text that was parsed, or "all". */
  @Override
  public String toString() {
    return text;
  }
}
