package io.snowbraid.server.http;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentSource;
import java.util.Objects;
import java.util.Optional;

/**
 * What the endpoints of Camellia's servers need.
 *
 * <p>Immutable and thread-safe.
 */
public final class CamelliaSettings {

  private static final int DEFAULT_STEP = 1_000;
  private static final int MAX = 20_000;

  private final SegmentSource source;
  private final Region region;
  private final int step;
  private final Optional<RegionSynchronizer> synchronizer;

  private CamelliaSettings(
      SegmentSource source, Region region, int step, Optional<RegionSynchronizer> synchronizer) {
    this.source = Objects.requireNonNull(source, "source");
    this.region = Objects.requireNonNull(region, "region");
    this.step = step;
    this.synchronizer = synchronizer;
    if (step < 1 || step > MAX) {
      throw new IllegalArgumentException(
          "1 <= camellia step <= " + MAX + " must hold: step=" + step);
    }
  }

  /**
   * Creates settings without a region, with a step of 1,000 as Camellia's server has it.
   *
   * @param source where the numbers of tags are drawn from, whose bounds other regions may read and
   *     move
   * @return new settings
   */
  public static CamelliaSettings of(SegmentSource source) {
    return new CamelliaSettings(source, Region.NONE, DEFAULT_STEP, Optional.empty());
  }

  /**
   * Changes the region.
   *
   * @param own the region that is part of the source's numbers
   * @return new settings
   */
  public CamelliaSettings withRegion(Region own) {
    return new CamelliaSettings(source, own, step, synchronizer);
  }

  /**
   * Changes the step. A request gets at most five times as many numbers.
   *
   * @param numbers from 1 to 20,000
   * @return new settings
   * @throws IllegalArgumentException if it is out of this range
   */
  public CamelliaSettings withStep(int numbers) {
    return new CamelliaSettings(source, region, numbers, synchronizer);
  }

  /**
   * Lets clients ask for a synchronization of the regions.
   *
   * @param regions keeps bounds near those of other regions; the caller starts and closes it
   * @return new settings
   */
  public CamelliaSettings withSynchronizer(RegionSynchronizer regions) {
    return new CamelliaSettings(source, region, step, Optional.of(regions));
  }

  /**
   * Returns where the numbers of tags are drawn from.
   *
   * @return the source
   */
  public SegmentSource source() {
    return source;
  }

  /**
   * Returns the region that is part of the numbers.
   *
   * @return the region
   */
  public Region region() {
    return region;
  }

  /**
   * Returns the step; a request gets at most five times as many numbers.
   *
   * @return from 1 to 20,000
   */
  public int step() {
    return step;
  }

  /**
   * Returns what keeps bounds near those of other regions.
   *
   * @return the synchronizer; empty if there is none
   */
  public Optional<RegionSynchronizer> synchronizer() {
    return synchronizer;
  }

  @Override
  public String toString() {
    return "CamelliaSettings[source=" + source + ", region=" + region + ", step=" + step + "]";
  }
}
