package io.snowbraid.client;

import io.snowbraid.internal.Log;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Thrown if no server returned usable ids. */
final class DrawFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final @Nullable String remedy;

  /**
   * Creates a failure.
   *
   * @param reasons what went wrong at each server, by address, in the order of the requests
   * @param cause the last failure
   * @param remedy what to do before any server can return ids; null if a retry may succeed
   */
  DrawFailure(Map<ServerAddress, String> reasons, Throwable cause, @Nullable String remedy) {
    super(reasons.toString(), cause);
    this.remedy = remedy;
  }

  @Nullable String remedy() {
    return remedy;
  }

  /**
   * Describes what went wrong at a server.
   *
   * @param failed the exception, whose own methods may throw
   * @param timeout how long the server was allowed to take
   */
  static String reason(Throwable failed, Duration timeout) {
    if (failed instanceof SSLHandshakeException) {
      return "its certificate must be trusted and name its address, but "
          + Log.text(failed)
          + " (pass an SSLContext that trusts it to tls)";
    }
    return failed instanceof SocketTimeoutException
        ? "it did not answer within " + timeout.toMillis() + " ms"
        : Log.text(failed);
  }
}
