package io.snowbraid.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if there are no ids or numbers now, but a later call may succeed: the generator recovers
 * by itself as soon as the clock, store or server that it needs works again. Its subtypes say what
 * a {@link io.snowbraid.Snowflake} lacks.
 *
 * <p>If the {@linkplain #getCause() cause} is a {@code SegmentRejectedException}, somebody has to
 * change the record of the tag before.
 */
public class IdsUnavailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** After what time a call may succeed. */
  private final Duration retryAfter;

  /**
   * Creates an exception without a cause; for implementations of {@link io.snowbraid.IdGenerator}.
   *
   * @param message what is wrong with which value, and what to do
   */
  public IdsUnavailableException(String message) {
    this(message, null);
  }

  /**
   * Creates an exception that the store caused; for implementations of {@link
   * io.snowbraid.IdGenerator}.
   *
   * @param message what is wrong with which value, and what to do
   * @param cause the failure of the store, if any
   */
  @SuppressWarnings("exports") // of the annotation, which users need not have
  public IdsUnavailableException(String message, @Nullable Throwable cause) {
    this(message, cause, SECOND);
  }

  /**
   * Creates an exception that knows when ids are available again; for implementations of {@link
   * io.snowbraid.IdGenerator}.
   *
   * @param message what is wrong with which value, and what to do
   * @param cause the failure of the store, if any
   * @param retryAfter after what time a call may succeed, more than 0
   */
  @SuppressWarnings("exports") // of the annotation, which users need not have
  public IdsUnavailableException(String message, @Nullable Throwable cause, Duration retryAfter) {
    super(message, cause);
    this.retryAfter = retryAfter;
  }

  /**
   * Returns how long to wait before the next call. If the clock stepped back, this is how far it
   * has to advance: from a tick to many years, unless somebody corrects it. Otherwise it is a
   * second, because nobody knows when a store or server returns.
   *
   * @return a positive duration
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
