package io.snowbraid.server.internal.services;

import io.snowbraid.internal.Log;
import io.snowbraid.internal.RateLimit;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.time.Duration;

/**
 * Logs failures that clients may cause in any number: the first few at once, then one every ten
 * seconds.
 */
public final class OccasionalWarning {

  private static final int BURST = 5;
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final RateLimit limit = limit();

  static RateLimit limit() {
    return new RateLimit(BURST, INTERVAL, System.nanoTime());
  }

  public void log(String message, Throwable failure) {
    if (limit.tryAcquire(System.nanoTime())) {
      Log.warn(
          message + ": " + DatabaseAddress.hideSecrets(String.valueOf(failure.getMessage())),
          DatabaseAddress.hideSecrets(failure));
    }
  }
}
