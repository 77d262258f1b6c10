package io.snowbraid.server;

import io.netty.handler.codec.DecoderException;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.RateLimit;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * Logs that clients are refused: some at once, then one every ten seconds, because anyone can cause
 * it. Another thread writes the lines, so that no event loop waits for it.
 */
final class Refusals {

  private static final int BURST = 5;
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final RateLimit limit = new RateLimit(BURST, INTERVAL, System.nanoTime());
  private final LongAdder silent = new LongAdder();

  /** Logs a failure of TLS; any other means that the client is gone. */
  void log(Throwable failure, SocketAddress client) {
    if (failure instanceof DecoderException) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      log("TLS failed, " + cause.getClass().getSimpleName(), client); // messages quote the client
    }
  }

  /**
   * Logs a refusal.
   *
   * @param reason what the client did; no secrets
   */
  void log(String reason, SocketAddress client) {
    if (limit.tryAcquire(System.nanoTime())) {
      Log.warn(
          "client was refused: reason={0}, client={1}, not logged before={2}",
          ErrorText.line(reason), client, silent.sumThenReset());
    } else {
      silent.increment();
    }
  }
}
