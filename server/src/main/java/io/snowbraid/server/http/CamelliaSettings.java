package io.snowbraid.server.http;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentSource;
import java.util.Optional;

/**
 * What the endpoints of Camellia's servers need.
 *
 * @param source where the numbers of tags are drawn from, whose bounds other regions may read and
 *     move
 * @param region the region that is part of the numbers
 * @param step a request gets at most five times as many numbers; from 1 to 20,000
 * @param synchronizer keeps bounds near those of other regions; empty for none
 */
public record CamelliaSettings(
    SegmentSource source, Region region, int step, Optional<RegionSynchronizer> synchronizer) {

  /** The step of Camellia's server unless it is set. */
  public static final int DEFAULT_STEP = 1_000;

  private static final int MOST = 20_000;

  /**
   * Checks settings.
   *
   * @param source not null
   * @param region not null
   * @param step from 1 to 20,000
   * @param synchronizer not null
   * @throws IllegalArgumentException if the step is out of its range
   */
  public CamelliaSettings {
    requireStep(step);
  }

  /**
   * Checks a step.
   *
   * @param step how many numbers a fifth of a request gets at most
   * @throws IllegalArgumentException if it is not from 1 to 20,000
   */
  public static void requireStep(int step) {
    if (step < 1 || step > MOST) {
      throw new IllegalArgumentException(
          "1 <= camellia step <= " + MOST + " must hold: step=" + step);
    }
  }
}
