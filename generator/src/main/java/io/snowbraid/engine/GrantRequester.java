package io.snowbraid.engine;

import io.snowbraid.error.SnowbraidException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Requests grants for calls. No method waits for the store. */
interface GrantRequester {

  /**
   * Requests a grant. All calls that request one before the next round begins share its result.
   *
   * @return a future that completes after the round, exceptionally if the round failed; null if the
   *     rate limit is exceeded
   */
  @Nullable CompletableFuture<Void> requestGrant();

  /**
   * Creates the exception for a call whose request failed.
   *
   * @param cause why the request failed
   */
  SnowbraidException refusal(Throwable cause);

  /** Creates the exception for a call whose request was not answered within {@code maxWait}. */
  SnowbraidException timeout(Duration maxWait);
}
