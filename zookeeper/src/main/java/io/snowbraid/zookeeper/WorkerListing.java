package io.snowbraid.zookeeper;

import io.snowbraid.worker.record.NamespaceSnapshot;
import io.snowbraid.worker.record.RecordedWorkers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * What an operator sees of a namespace.
 *
 * @param snapshot the records that can be read
 * @param warnings what is missing or damaged, one sentence each
 */
record WorkerListing(NamespaceSnapshot snapshot, List<String> warnings) {

  /**
   * Says which workers have no node. Nobody knows whether a number above the highest had one.
   *
   * @param deletions how many nodes were deleted
   * @param present the numbers of the nodes that are there
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
