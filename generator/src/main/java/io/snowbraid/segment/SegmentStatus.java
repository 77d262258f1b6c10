package io.snowbraid.segment;

import java.time.Duration;
import java.util.Optional;

/**
 * What the generator of a tag has buffered, and what it did; all counts are since it was built.
 *
 * @param tag the tag
 * @param buffered how many numbers can be issued without another draw
 * @param segments how many segments they belong to
 * @param lastDraw how many numbers the last draw wanted
 * @param drawn how many numbers were drawn
 * @param issued how many numbers were issued, with those that calls under way are taking
 * @param givenBack how many numbers the store took back at the end
 * @param discarded how many numbers were discarded because they were too far behind the bound
 * @param draws how many draws succeeded
 * @param failures how many draws failed
 * @param waits how many calls waited for numbers
 * @param ratePerSecond how many numbers were issued in a second, before the last draw
 * @param drawTime how long the slowest of the recent draws took
 * @param lastFailure why the last draw failed; empty if it did not
 */
public record SegmentStatus(
    String tag,
    long buffered,
    int segments,
    long lastDraw,
    long drawn,
    long issued,
    long givenBack,
    long discarded,
    long draws,
    long failures,
    long waits,
    double ratePerSecond,
    Duration drawTime,
    Optional<String> lastFailure) {

  /**
   * Returns how long the buffered numbers last at the present rate.
   *
   * @return how long; empty if none are issued at present
   */
  public Optional<Duration> lastsFor() {
    double seconds = buffered / ratePerSecond;
    return ratePerSecond == 0 || seconds > Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofMillis((long) (seconds * 1000)));
  }
}
