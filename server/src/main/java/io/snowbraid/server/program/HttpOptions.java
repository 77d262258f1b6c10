package io.snowbraid.server.program;

import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.http.TinyidSettings;
import io.snowbraid.server.http.TinyidToken;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The settings for HTTP, including the endpoints of other id servers. */
final class HttpOptions {

  private final Settings settings;
  final TagOptions tags;
  private final @Nullable Integer port;
  private final Set<Capability> readiness;

  /** Checks everything that needs no store. */
  HttpOptions(Settings settings) {
    this.settings = settings;
    this.tags = new TagOptions(settings);
    this.port = settings.get("http-port");
    this.readiness = new TreeSet<>(settings.<List<Capability>>get("ready-when"));
    requirePort();
    if (settings.is("tinyid")) {
      requireTinyid();
    }
    if (settings.isGiven("camellia-step") && !settings.is("camellia")) {
      throw new IllegalArgumentException(
          "camellia-step requires camellia: camellia-step="
              + settings.get("camellia-step")
              + ", camellia=false; set camellia, or remove camellia-step");
    }
    if (readiness.contains(Capability.KEYS) && !settings.is("keyed")) {
      throw new IllegalArgumentException(
          "ready-when=keys requires keyed: ready-when="
              + readiness
              + ", keyed=false; remove one of the settings");
    }
  }

  private void requirePort() {
    if (port == null && servesOthers()) {
      throw new IllegalArgumentException(
          "leaf, tinyid and camellia require HTTP: leaf=%s, tinyid=%s, camellia=%s, http-port=null; set http-port"
              .formatted(settings.is("leaf"), settings.is("tinyid"), settings.is("camellia")));
    }
    if (port == null && settings.is("open-metrics")) {
      throw new IllegalArgumentException(
          "open-metrics requires HTTP: open-metrics=true, http-port=null; set http-port");
    }
    if (port != null && port != 0 && port.equals(settings.get("port"))) {
      throw new IllegalArgumentException(
          "http-port must differ from port: http-port=" + port + ", port=" + port);
    }
  }

  private boolean servesOthers() {
    return settings.is("leaf") || settings.is("tinyid") || settings.is("camellia");
  }

  private void requireTinyid() {
    if (!settings.has("store")) {
      throw new IllegalArgumentException(
          "tinyid requires the database with the table tiny_id_token: store=null; set store to its"
              + " JDBC URL");
    }
    if (tags.region.bits() > 0) {
      throw new IllegalArgumentException(
          "segments for Tinyid clients must have no region: tinyid=true, region-bits="
              + tags.region.bits()
              + "; remove one of the settings");
    }
  }

  /** Returns the settings, which need the open store; empty without HTTP. */
  Optional<HttpSettings> open(Store store) {
    if (port == null) {
      return Optional.empty();
    }
    if (servesOthers() && tags.isOwn()) {
      ProcessLog.info(
          "Leaf, Tinyid and Camellia clients get numbers from Snowbraid's own table, where new tags"
              + " start at 1; set segment-table to continue the old server's table");
    }
    return Optional.of(
        new HttpSettings(
            port,
            settings.is("open-metrics"),
            readiness,
            settings.is("leaf"),
            settings.is("camellia") ? Optional.of(camellia(store)) : Optional.empty(),
            settings.is("tinyid") ? Optional.of(tinyid(store)) : Optional.empty()));
  }

  private CamelliaSettings camellia(Store store) {
    return new CamelliaSettings(store.segments(), tags.region, settings.get("camellia-step"));
  }

  private TinyidSettings tinyid(Store store) {
    return new TinyidSettings(
        store.segments(), TinyidToken.of(store.requireDatabase()), tags.minSegment());
  }
}
