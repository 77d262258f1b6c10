package io.snowbraid.engine;

import io.snowbraid.error.SnowbraidException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How calls for ids get grants. None of these methods waits for the store. */
interface Grants {

  /**
   * Asks for a grant. Callers that ask before its round begins share its answer.
   *
   * @return what is complete when there is an answer, and fails if the store did; null if too many
   *     were asked for lately
   */
  @Nullable CompletableFuture<Void> ask();

  /**
   * Returns the failure of a call whose answer was a failure.
   *
   * @param cause what its answer failed with
   */
  SnowbraidException refused(Throwable cause);

  /** Returns the failure of a call that got no answer in time. */
  SnowbraidException unanswered(Duration maxWait);
}
