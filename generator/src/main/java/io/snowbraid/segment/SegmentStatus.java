package io.snowbraid.segment;

import io.snowbraid.internal.NumberBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * Reports a tag generator's buffer and its activity. All counts start when the generator is built.
 */
public final class SegmentStatus {

  private final String tag;
  private final Values values;

  SegmentStatus(String tag, Values values) {
    this.tag = tag;
    this.values = values;
  }

  /** Collects the values. They do not change once the status exists. */
  static final class Values {
    final NumberBuffer.Counts counts;
    long lastDraw;
    long returned;
    long failures;
    long waits;
    double ratePerSecond;
    Duration drawTime = Duration.ZERO;
    Optional<String> lastFailure = Optional.empty();

    Values(NumberBuffer.Counts counts) {
      this.counts = counts;
    }
  }

  /** {@return the tag} */
  public String tag() {
    return tag;
  }

  /** {@return how many numbers can be issued before another draw} */
  public long buffered() {
    return values.counts.left();
  }

  /** {@return how many segments the buffered numbers come from} */
  public int segments() {
    return values.counts.ranges();
  }

  /** {@return how many numbers the last draw requested} */
  public long lastDraw() {
    return values.lastDraw;
  }

  /** {@return how many numbers were drawn} */
  public long drawn() {
    return values.counts.drawn();
  }

  /** {@return how many numbers were issued, including those that running calls are taking} */
  public long issued() {
    return values.counts.issued();
  }

  /** {@return how many numbers were returned to the store on close} */
  public long returned() {
    return values.returned;
  }

  /** {@return how many numbers were discarded because they were too far behind the bound} */
  public long discarded() {
    return values.counts.discarded();
  }

  /** {@return how many draws succeeded} */
  public long draws() {
    return values.counts.draws();
  }

  /** {@return how many draws failed} */
  public long failures() {
    return values.failures;
  }

  /** {@return how many calls waited for numbers} */
  public long waits() {
    return values.waits;
  }

  /** {@return the numbers issued per second, measured before the last draw} */
  public double ratePerSecond() {
    return values.ratePerSecond;
  }

  /** {@return how long the slowest recent draw took} */
  public Duration drawTime() {
    return values.drawTime;
  }

  /** {@return why the last draw failed; empty if it succeeded} */
  public Optional<String> lastFailure() {
    return values.lastFailure;
  }

  /**
   * Returns how long the buffered numbers last at the current rate.
   *
   * @return how long; empty if no numbers are being issued
   */
  public Optional<Duration> remainingTime() {
    double seconds = buffered() / ratePerSecond();
    return ratePerSecond() == 0 || seconds > Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofMillis((long) (seconds * 1000)));
  }

  @Override
  public String toString() {
    return "SegmentStatus[tag="
        + tag
        + ", "
        + values.counts
        + ", lastDraw="
        + lastDraw()
        + ", returned="
        + returned()
        + ", failures="
        + failures()
        + ", waits="
        + waits()
        + ", ratePerSecond="
        + ratePerSecond()
        + ", drawTime="
        + drawTime()
        + ", lastFailure="
        + lastFailure()
        + "]";
  }
}
