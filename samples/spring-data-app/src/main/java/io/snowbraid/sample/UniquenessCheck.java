package io.snowbraid.sample;

import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import java.util.Arrays;

/**
 * Counts ids that may have been issued before, over any number of ids and in constant memory.
 *
 * <p>An id carries its worker, rollback number and timeline, so only ids of the same lane of the
 * same worker can be equal; and there each id has to be larger than the one before. Those that are
 * not count as duplicates. So every true duplicate is counted, and a count of 0 proves that there
 * is none.
 *
 * <p>The ids of one worker have to be given in the order they were issued in. Not safe for threads.
 */
final class UniquenessCheck {

  private final Layout layout;
  private final long[] lastIds;
  private long duplicates;

  UniquenessCheck(Layout layout) {
    this.layout = layout;
    this.lastIds = new long[layout.workers() * layout.rollbacks() * layout.timelines()];
    Arrays.fill(lastIds, -1);
  }

  void add(long id, IdParts parts) {
    int generation = parts.worker() * layout.rollbacks() + parts.rollback();
    int lane = generation * layout.timelines() + parts.timeline();
    if (id <= lastIds[lane]) {
      duplicates++;
    } else {
      lastIds[lane] = id;
    }
  }

  long duplicates() {
    return duplicates;
  }
}
