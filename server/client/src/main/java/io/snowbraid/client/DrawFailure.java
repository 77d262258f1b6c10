package io.snowbraid.client;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why there are no ids.
 *
 * @param reasons what each server has done, by its address, in the order of the requests; never
 *     changed
 * @param cause the last failure
 * @param remedy what has to be done before any server gives ids; null if asking again may help
 */
record DrawFailure(Map<ServerAddress, String> reasons, Throwable cause, @Nullable String remedy) {

  /**
   * Returns what a server has done.
   *
   * @param failed whatever was thrown, whose code may fail as well
   * @param timeout how long the server was allowed to take
   */
  static String reason(Throwable failed, Duration timeout) {
    if (failed instanceof SocketTimeoutException) {
      return "it did not answer within " + timeout.toMillis() + " ms";
    }
    try {
      String message = failed.getMessage();
      return message == null ? failed.getClass().getName() : message;
    } catch (Throwable e) { // as of a class of the application's TLS
      return failed.getClass().getName() + ", whose message failed";
    }
  }

  /** Returns what has to be done after a failure; null if asking again may help. */
  static @Nullable String remedy(Throwable failed) {
    return failed instanceof ServerErrorException error ? error.remedy() : null;
  }
}
