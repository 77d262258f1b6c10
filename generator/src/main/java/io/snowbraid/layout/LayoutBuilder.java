package io.snowbraid.layout;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a layout. {@code time}, {@code sequence} and {@code epoch} are required. By default, other
 * fields have width 0, and a tick is a millisecond.
 *
 * <p>Widths are in bits after {@link Layout#builder()}, and in decimal digits after {@link
 * Layout#decimalBuilder()}. {@link #build()} checks them together.
 *
 * <p>Not thread-safe.
 */
public final class LayoutBuilder {

  private final boolean decimal;
  private int time;
  private int rollback;
  private int timeline;
  private int worker;
  private int sequence;
  private int tail;
  private @Nullable Instant epoch;
  private Duration tick = Duration.ofMillis(1);

  LayoutBuilder(boolean decimal) {
    this.decimal = decimal;
  }

  /**
   * Sets the width of the time field, which determines when the layout ends.
   *
   * @param width 1 to 62 bits, or 1 to 18 digits
   * @return this builder
   */
  public LayoutBuilder time(int width) {
    time = width;
    return this;
  }

  /**
   * Sets the width of the rollback number. Each bit doubles the lanes, and so the number of clock
   * steps back to a new low that a worker tolerates.
   *
   * @param width 0 to 2 bits; 0 in a decimal layout
   * @return this builder
   */
  public LayoutBuilder rollback(int width) {
    rollback = width;
    return this;
  }

  /**
   * Sets the width of the timeline. Each bit doubles the lanes, and so the number of clock steps
   * back to a new low that a worker tolerates. It also doubles the number of ids per tick.
   *
   * @param width 0 to 2 bits; 0 in a decimal layout
   * @return this builder
   */
  public LayoutBuilder timeline(int width) {
    timeline = width;
    return this;
  }

  /**
   * Sets the width of the worker.
   *
   * @param width 0 to 30 bits, or 0 to 9 digits
   * @return this builder
   */
  public LayoutBuilder worker(int width) {
    worker = width;
    return this;
  }

  /**
   * Sets the width of the sequence.
   *
   * @param width 1 to 30 bits, or 1 to 9 digits
   * @return this builder
   */
  public LayoutBuilder sequence(int width) {
    sequence = width;
    return this;
  }

  /**
   * Sets the width of the tail, a last field that the caller chooses or that is random.
   *
   * @param width 0 to 30 bits, or 0 to 9 digits
   * @return this builder
   */
  public LayoutBuilder tail(int width) {
    tail = width;
    return this;
  }

  /**
   * Sets the time of tick 0. If a time field holds milliseconds since 1970 plus an offset, its
   * epoch is that offset before 1970.
   *
   * @param epoch a whole number of milliseconds; there is no default
   * @return this builder
   */
  public LayoutBuilder epoch(Instant epoch) {
    this.epoch = Objects.requireNonNull(epoch, "epoch");
    return this;
  }

  /**
   * Sets the length of a tick.
   *
   * @param tick a whole number of milliseconds, at least one; one by default
   * @return this builder
   */
  public LayoutBuilder tick(Duration tick) {
    this.tick = Objects.requireNonNull(tick, "tick");
    return this;
  }

  /**
   * Builds the layout.
   *
   * @return an immutable layout
   * @throws IllegalStateException if the epoch is missing
   * @throws IllegalArgumentException if the layout is impossible
   */
  public Layout build() {
    if (epoch == null) {
      throw new IllegalStateException(
          "epoch is not set; call epoch(Instant) with a time before the first id");
    }
    if (!decimal) {
      return new BitLayout(time, rollback, timeline, worker, sequence, tail, epoch, tick);
    }
    requireOneLane("rollback", rollback);
    requireOneLane("timeline", timeline);
    return new DecimalLayout(time, sequence, worker, tail, epoch, tick);
  }

  private static void requireOneLane(String field, int width) {
    if (width != 0) {
      throw new IllegalArgumentException(
          field + " must have 0 digits, because a decimal layout has one lane, but has " + width);
    }
  }
}
