package io.snowbraid.sample;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import java.util.Arrays;

/**
 * Counts ids that may have been issued before, over any number of ids and in constant memory.
 *
 * <p>An id carries its worker, rollback number and timeline, so only ids of the same lane of the
 * same worker can be equal. There, each id must be larger than the one before; one that is not
 * counts as a duplicate. So every true duplicate is counted, and a count of 0 proves that there is
 * none.
 *
 * <p>The ids of one worker must be added in the order in which they were issued. Not safe for use
 * by several threads.
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
    int rollbackIndex = parts.worker() * layout.rollbacks() + parts.rollback();
    int lane = rollbackIndex * layout.timelines() + parts.timeline();
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
