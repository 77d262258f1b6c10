package io.snowbraid.zookeeper;

import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/** Says what is wrong with ZooKeeper, and what to do. */
final class StoreFailures {

  private static final String CHECK =
      "; check that a majority of its servers runs and can be reached";

  private StoreFailures() {}

  /** Creates the exception for a call that failed. */
  static WorkerSourceException failed(Throwable cause, Object source) {
    if (cause instanceof WorkerSourceException known) {
      return known;
    }
    if (cause instanceof KeeperException.NoAuthException
        || cause instanceof KeeperException.AuthFailedException) {
      return new WorkerSourceException(
          "ZooKeeper denies access: "
              + cause.getMessage()
              + ", "
              + source
              + "; let the application's user read, create and write these nodes",
          cause);
    }
    String remedy = isUnreachable(cause) ? CHECK : "; see the cause";
    return new WorkerSourceException("ZooKeeper failed: " + cause + ", " + source + remedy, cause);
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
        "ZooKeeper did not answer within " + limit.toSeconds() + " s: " + source + CHECK, cause);
  }
}
