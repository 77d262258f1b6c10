package io.snowbraid.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if no ids or numbers are available now, but a later call may succeed. The generator
 * recovers as soon as its clock, store or server works again. The subtypes name what a {@link
 * io.snowbraid.Snowflake} lacks.
 *
 * <p>If the {@linkplain #getCause() cause} is a {@code SegmentRejectedException}, an operator must
 * first change the tag's record.
 */
public class IdsUnavailableException extends SnowbraidException {

  private static final long serialVersionUID = 1L;

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** After how long a call may succeed. */
  private final Duration retryAfter;

  /**
   * Creates an exception without a cause. For implementations of {@link io.snowbraid.IdGenerator}.
   *
   * @param message what is wrong, with the value, and what to do
   */
  public IdsUnavailableException(String message) {
    this(message, null);
  }

  /**
   * Creates an exception caused by the store. For implementations of {@link
   * io.snowbraid.IdGenerator}.
   *
   * @param message what is wrong, with the value, and what to do
   * @param cause the store's failure, if any
   */
  @SuppressWarnings("exports") // users need not have the annotation
  public IdsUnavailableException(String message, @Nullable Throwable cause) {
    this(message, cause, SECOND);
  }

  /**
   * Creates an exception that says when to retry. For implementations of {@link
   * io.snowbraid.IdGenerator}.
   *
   * @param message what is wrong, with the value, and what to do
   * @param cause the store's failure, if any
   * @param retryAfter after how long a call may succeed, greater than 0
   */
  @SuppressWarnings("exports") // users need not have the annotation
  public IdsUnavailableException(String message, @Nullable Throwable cause, Duration retryAfter) {
    super(message, cause);
    this.retryAfter = retryAfter;
  }

  /**
   * Returns how long to wait before retrying. If the clock stepped back, this is how far it must
   * advance without a correction: from one tick to many years. Otherwise it is one second, because
   * the store's or server's recovery cannot be predicted.
   *
   * @return a positive duration
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
