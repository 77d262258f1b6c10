package io.snowbraid.server.program;

import static io.snowbraid.server.program.SettingType.TEXTS;
import static io.snowbraid.server.program.SettingType.URLS;

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

/** The settings of the synchronization of tags between regions. */
final class RegionOptions {

  private final @Nullable List<URI> urls;
  private final Duration interval;
  private final long threshold;
  private final Duration timeout;
  private final @Nullable List<String> allowed;
  private final @Nullable List<String> denied;
  private Optional<RegionSynchronizer> synchronizer = Optional.empty();

  RegionOptions(Settings settings) {
    urls =
        settings.find(
            URLS,
            "region-urls",
            "url",
            "URLs of the servers of all regions, this one too, whose tags are kept near each"
                + " other.");
    interval = settings.duration("region-interval", "1d", "The time between two synchronizations.");
    threshold =
        settings.number(
            "region-threshold",
            "numbers",
            100_000L,
            "How far a region may be behind before it is moved up.");
    timeout = settings.duration("region-timeout", "5s", "How long a call to a region may take.");
    allowed = settings.find(TEXTS, "region-tags", "tag", "Synchronize these tags only.");
    denied = settings.find(TEXTS, "region-denied-tags", "tag", "Do not synchronize these tags.");
  }

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

  private static Set<String> tags(@Nullable List<String> names) {
    return names == null ? Set.of() : Set.copyOf(names);
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
