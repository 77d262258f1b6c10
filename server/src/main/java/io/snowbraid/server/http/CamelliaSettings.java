package io.snowbraid.server.http;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentSource;
import java.util.Objects;
import java.util.Optional;

/**
 * What the endpoints of Camellia's servers need.
 *
 * @param source where the numbers of tags are drawn from, whose bounds other regions may read and
 *     move
 * @param region the region that is part of the source's numbers
 * @param step from 1 to 20,000; a request gets at most five times as many numbers
 * @param synchronizer keeps bounds near those of other regions when clients ask for it; the caller
 *     starts and closes it
 */
public record CamelliaSettings(
    SegmentSource source, Region region, int step, Optional<RegionSynchronizer> synchronizer) {

  private static final int MAX = 20_000;

  /**
   * Creates settings.
   *
   * @param source where the numbers of tags are drawn from
   * @param region the region that is part of the source's numbers
   * @param step from 1 to 20,000
   * @param synchronizer keeps bounds near those of other regions
   * @throws IllegalArgumentException if the step is out of its range
   */
  public CamelliaSettings {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(region, "region");
    if (step < 1 || step > MAX) {
      throw new IllegalArgumentException(
          "1 <= camellia step <= " + MAX + " must hold: step=" + step);
    }
  }

  /**
   * Creates settings without a region, with a step of 1,000 as Camellia's server has it.
   *
   * @param source where the numbers of tags are drawn from
   * @return new settings
   */
  public static CamelliaSettings of(SegmentSource source) {
    return new CamelliaSettings(source, Region.NONE, 1_000, Optional.empty());
  }
}
