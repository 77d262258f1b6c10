package io.snowbraid.server.http;

import io.snowbraid.internal.Arguments;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.SegmentSource;
import java.util.Objects;

/**
 * Settings for serving the endpoints of Camellia's servers.
 *
 * @param source draws tag numbers; other regions may read and move its bounds
 * @param region the region contained in the source's numbers
 * @param step from 1 to 20,000; a request gets at most five times as many numbers
 */
public record CamelliaSettings(SegmentSource source, Region region, int step) {

  private static final int MAX = 20_000;

  /**
   * Creates settings.
   *
   * @param source draws tag numbers
   * @param region the region contained in the source's numbers
   * @param step from 1 to 20,000
   * @throws IllegalArgumentException if the step is out of range
   */
  public CamelliaSettings {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(region, "region");
    Arguments.between("Camellia step", step, 1, MAX);
  }

  /**
   * Creates settings without a region and with Camellia's default step of 1,000.
   *
   * @param source draws tag numbers
   * @return new settings
   */
  public static CamelliaSettings of(SegmentSource source) {
    return new CamelliaSettings(source, Region.NONE, 1_000);
  }
}
