package io.snowbraid.zookeeper;

import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.record.RecordedWorkers;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.data.Stat;

/**
 * Detects deleted nodes of a namespace, so that no worker starts anew whose ids were issued before.
 * Thread-safe.
 */
final class NamespaceIdentity {

  private static final long UNKNOWN = 0;

  /** The transaction that created the namespace, as first seen by this process. */
  private final AtomicLong created = new AtomicLong(UNKNOWN);

  /**
   * Checks that no node was deleted. ZooKeeper counts each creation and deletion of a child, so
   * without deletions the count equals the number of children.
   *
   * @param stat the state of the namespace's node
   */
  void requireSame(Stat stat, NodePaths paths) {
    created.compareAndSet(UNKNOWN, stat.getCzxid());
    if (created.get() != stat.getCzxid()) {
      throw deleted(paths, "a newer namespace has its name");
    }
    if (deletions(stat) > 0) {
      throw deleted(paths, "nodes deleted=" + deletions(stat));
    }
  }

  /** Returns the number of deleted children of the namespace's node. */
  static int deletions(Stat stat) {
    return (stat.getCversion() - stat.getNumChildren()) / 2;
  }

  /**
   * Checks that this process has never seen the missing namespace. Otherwise it may return, such as
   * when servers are restored.
   */
  void requireNew(NodePaths paths) {
    if (created.get() != UNKNOWN) {
      throw new WorkerRecordHiddenException(
          "namespace can no longer be seen (missing node "
              + paths.root()
              + "); connect to the servers that have the node, or restore it. If it was deleted, "
              + RecordedWorkers.AFTER_LOSS);
    }
  }

  static WorkerRecordLostException deleted(NodePaths paths, String found) {
    return new WorkerRecordLostException(
        "nodes of namespace "
            + paths.root()
            + " were deleted ("
            + found
            + "); "
            + RecordedWorkers.AFTER_LOSS);
  }
}
