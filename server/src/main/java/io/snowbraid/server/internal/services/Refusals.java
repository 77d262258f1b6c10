package io.snowbraid.server.internal.services;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.RateLimit;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLException;

/**
 * Logs refused requests and connections: the first few at once, then one every ten seconds, because
 * any client can cause them. Another thread writes the lines, so that event loops do not wait.
 */
public final class Refusals {

  private static final int MAX_REASON = 120;

  private final RateLimit limit = OccasionalWarning.limit();
  private final OccasionalWarning failures = new OccasionalWarning();
  private final LongAdder silent = new LongAdder();

  /** Logs why a connection failed, unless the client has disconnected. */
  public void log(Throwable failure, SocketAddress client) {
    Throwable cause = failure.getCause();
    if (!(failure instanceof DecoderException) || cause == null) {
      cause = failure;
    }
    if (cause instanceof SSLException) {
      log("TLS failed: " + tlsReason(cause), client);
    } else if (!(cause instanceof IOException)) {
      logUnexpected("connection failed and was closed", cause, client);
    }
  }

  /** Returns only a part of the reason, because the JDK quotes the client's input. */
  private static String tlsReason(Throwable cause) {
    if (cause instanceof NotSslRecordException) {
      return "the client does not use TLS"; // its message contains input, such as a secret
    }
    String reason = String.valueOf(cause.getMessage());
    return reason.substring(0, Math.min(reason.length(), MAX_REASON));
  }

  /** Logs a failure that is a defect of this server or of a library. */
  public void logUnexpected(String what, Throwable cause, SocketAddress client) {
    failures.log(what + ": client=" + client, cause);
  }

  /**
   * Logs a refusal.
   *
   * @param reason what the client did, without secrets
   */
  public void log(String reason, SocketAddress client) {
    if (limit.tryAcquire(System.nanoTime())) {
      Log.warn(
          "client was refused: reason={0}, client={1}, suppressed before={2}",
          ErrorText.line(reason), client, silent.sumThenReset());
    } else {
      silent.increment();
    }
  }
}
