package io.snowbraid.client;

import io.snowbraid.internal.Log;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why servers gave no ids. */
final class DrawFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final @Nullable String remedy;

  /**
   * Creates a failure.
   *
   * @param reasons what each server has done, by its address, in the order of the requests
   * @param cause the last failure
   * @param remedy what has to be done before any server gives ids; null if asking again may help
   */
  DrawFailure(Map<ServerAddress, String> reasons, Throwable cause, @Nullable String remedy) {
    super(reasons.toString(), cause);
    this.remedy = remedy;
  }

  @Nullable String remedy() {
    return remedy;
  }

  /**
   * Returns what a server has done.
   *
   * @param failed whatever was thrown, whose code may fail as well
   * @param timeout how long the server was allowed to take
   */
  static String reason(Throwable failed, Duration timeout) {
    return failed instanceof SocketTimeoutException
        ? "it did not answer within " + timeout.toMillis() + " ms"
        : Log.text(failed);
  }

  /** Returns what has to be done after a failure; null if asking again may help. */
  static @Nullable String remedy(Throwable failed) {
    return failed instanceof ServerErrorException error ? error.remedy() : null;
  }
}
