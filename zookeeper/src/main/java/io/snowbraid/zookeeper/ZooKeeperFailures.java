package io.snowbraid.zookeeper;

import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/** Explains ZooKeeper failures. */
final class ZooKeeperFailures {

  /** Restored servers reject sessions that have seen later states. */
  static final String MAJORITY =
      "a majority of its servers runs and can be reached (restored servers reject this client until"
          + " its session times out)";

  private ZooKeeperFailures() {}

  /** Creates the exception for a call that failed. */
  static WorkerSourceException failed(Throwable cause, Object source) {
    if (cause instanceof WorkerSourceException known) {
      return known;
    }
    if (cause instanceof KeeperException.NoAuthException) {
      return new WorkerRecordHiddenException(denied(cause, source), cause);
    }
    if (cause instanceof KeeperException.AuthFailedException
        || cause instanceof KeeperException.SessionClosedRequireAuthException) {
      return new WorkerSourceException(denied(cause, source), cause);
    }
    if (cause instanceof KeeperException.UnimplementedException) {
      return new WorkerSourceException(
          "ZooKeeper servers must have version 3.5 or later: "
              + cause.getMessage()
              + " ("
              + source
              + "); upgrade them",
          cause);
    }
    String remedy = isUnreachable(cause) ? "check that " + MAJORITY : "see the cause";
    return new WorkerSourceException(
        "ZooKeeper failed: " + cause + " (" + source + "); " + remedy, cause);
  }

  private static String denied(Throwable cause, Object source) {
    return "ZooKeeper denies access: "
        + cause.getMessage()
        + " ("
        + source
        + "); let the application's user read, create and write these nodes";
  }

  private static boolean isUnreachable(Throwable cause) {
    return cause instanceof KeeperException.ConnectionLossException
        || cause instanceof KeeperException.SessionExpiredException
        || cause instanceof KeeperException.SessionMovedException
        || cause instanceof KeeperException.OperationTimeoutException
        || cause instanceof KeeperException.RequestTimeoutException;
  }

  /** Creates the exception for a call that took too long. */
  static WorkerSourceException late(Duration limit, Object source, Throwable cause) {
    return new WorkerSourceException(
        "ZooKeeper did not answer within "
            + limit.toSeconds()
            + " s ("
            + source
            + "); check that "
            + MAJORITY,
        cause);
  }
}
