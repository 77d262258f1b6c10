package io.snowbraid.server.program;

import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.http.CamelliaRegion;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The settings of the synchronization of tags between regions. */
final class RegionOptions {

  @Option(
      names = "--region-urls",
      paramLabel = "url",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      converter = UrlConverter.class,
      description =
          "URLs of the servers of all regions, this one too, whose tags are kept near each other.")
  private @Nullable List<URI> urls;

  @Option(
      names = "--region-interval",
      paramLabel = "duration",
      defaultValue = "1d",
      description = "The time between two synchronizations.")
  private Duration interval = Duration.ofDays(1);

  @Option(
      names = "--region-threshold",
      paramLabel = "numbers",
      description = "How far a region may be behind before it is moved up.")
  private long threshold = 100_000;

  @Option(
      names = "--region-timeout",
      paramLabel = "duration",
      defaultValue = "5s",
      description = "How long a call to a region may take.")
  private Duration timeout = Duration.ofSeconds(5);

  @Option(
      names = "--region-tags",
      paramLabel = "tag",
      split = ",",
      description = "Synchronize these tags only.")
  private @Nullable Set<String> allowed;

  @Option(
      names = "--region-denied-tags",
      paramLabel = "tag",
      split = ",",
      description = "Do not synchronize these tags.")
  private @Nullable Set<String> denied;

  private Optional<RegionSynchronizer> synchronizer = Optional.empty();

  /** Checks the settings. */
  void check() {
    if (urls == null && (allowed != null || denied != null)) {
      throw new IllegalArgumentException(
          "region-tags and region-denied-tags need regions: region-urls=null; set region-urls, or"
              + " remove them");
    }
    if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "region-interval must be >= 1 s: region-interval=" + interval);
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
        RegionSynchronizer.of(regions, threshold).withTags(tags(allowed), tags(denied)));
  }

  private static Set<String> tags(@Nullable Set<String> names) {
    return names == null ? Set.of() : names;
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
