package io.snowbraid;

import org.jspecify.annotations.Nullable;

/**
 * No id can be issued, or no generator can be built, for a cause that the subtype names.
 *
 * <p>Nothing was issued and nothing was lost: the generator is as it was before the call.
 */
public abstract sealed class SnowbraidException extends RuntimeException
    permits ClockRollbackException,
        ClockStalledException,
        GeneratorClosedException,
        LayoutExhaustedException,
        LeaseLostException,
        NoWorkerAvailableException,
        WaitInterruptedException {

  private static final long serialVersionUID = 1L;

  SnowbraidException(String message) {
    super(message);
  }

  SnowbraidException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
