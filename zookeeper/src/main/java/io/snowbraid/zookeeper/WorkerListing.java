package io.snowbraid.zookeeper;

import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.RecordedWorkers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * An operator's view of a namespace.
 *
 * @param snapshot the readable records
 * @param warnings what is missing or damaged, one sentence each
 */
record WorkerListing(NamespaceSnapshot snapshot, List<String> warnings) {

  /**
   * Describes which workers have no node. Numbers above the highest may also have had one.
   *
   * @param deletions the number of deleted nodes
   * @param present the workers of existing nodes
   */
  static String deleted(NodePaths paths, int deletions, Collection<Integer> present) {
    return "nodes of namespace "
        + paths.root()
        + " were deleted (nodes deleted="
        + deletions
        + ", workers without a node="
        + missing(new TreeSet<>(present))
        + "); "
        + RecordedWorkers.AFTER_LOSS;
  }

  private static String missing(TreeSet<Integer> present) {
    List<String> gaps = new ArrayList<>();
    int next = 0;
    for (int number : present.tailSet(0)) {
      if (number > next) {
        gaps.add(next == number - 1 ? String.valueOf(next) : next + "-" + (number - 1));
      }
      next = number + 1;
    }
    gaps.add(next + " and above");
    return String.join(", ", gaps);
  }
}
