package io.snowbraid.server.program;

import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.http.CamelliaRegion;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of the synchronization of tags between regions. */
final class RegionOptions {

  @Option(
      names = "--region-urls",
      split = ",",
      description =
          "URLs of the servers of all regions, this one too, whose tags are kept near each other.")
  private @Nullable List<URI> urls;

  @Option(
      names = "--region-interval",
      defaultValue = "1d",
      description = "The time between two synchronizations.")
  @Range(min = "1s")
  private Duration interval;

  @Option(
      names = "--region-threshold",
      description = "How far a region may be behind before it is moved up.")
  private long threshold = 100_000;

  @Option(
      names = "--region-timeout",
      defaultValue = "5s",
      description = "How long a call to a region may take.")
  private Duration timeout;

  @Option(
      names = "--region-tags",
      split = ",",
      description = "Synchronize these tags only; several with commas.")
  private @Nullable Set<String> tags;

  @Option(
      names = "--region-denied-tags",
      split = ",",
      description = "Do not synchronize these tags; several with commas.")
  private @Nullable Set<String> deniedTags;

  private Optional<RegionSynchronizer> synchronizer = Optional.empty();

  /** Checks the settings. */
  void check() {
    if (urls == null && (tags != null || deniedTags != null)) {
      throw new IllegalArgumentException(
          "region-tags and region-denied-tags need regions: region-urls=null; set region-urls, or"
              + " remove them");
    }
    create();
  }

  private Optional<RegionSynchronizer> create() {
    if (urls == null) {
      return Optional.empty();
    }
    List<SegmentSource> regions =
        urls.stream().<SegmentSource>map(url -> CamelliaRegion.of(url, timeout)).toList();
    return Optional.of(
        RegionSynchronizer.of(regions, threshold)
            .withTags(
                Objects.requireNonNullElse(tags, Set.of()),
                Objects.requireNonNullElse(deniedTags, Set.of())));
  }

  /** Starts to synchronize; numbers of this process that are left behind are discarded. */
  void start(SegmentGenerators segments) {
    synchronizer = create().map(regions -> regions.withGenerators(segments));
    synchronizer.ifPresent(regions -> regions.start(interval));
  }

  /** Returns what synchronizes; empty if nothing does. */
  Optional<RegionSynchronizer> synchronizer() {
    return synchronizer;
  }

  void close() {
    synchronizer.ifPresent(RegionSynchronizer::close);
  }
}
