package io.snowbraid.server.program;

import static io.snowbraid.server.program.SettingType.INTEGER;

import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.http.TinyidSettings;
import io.snowbraid.server.http.TinyidTokens;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The settings of HTTP, and of the tables and regions of the servers that are replaced. */
final class HttpOptions implements HttpPlan {

  private final @Nullable Integer httpPort;
  private final boolean openMetrics;
  private final Set<Capability> readiness;
  private final boolean leaf;
  private final boolean tinyid;
  private final boolean camellia;
  private final @Nullable Integer camelliaStep;
  private final SegmentTableOptions tables;
  private final RegionOptions regions;

  HttpOptions(Settings settings) {
    httpPort =
        settings.find(
            INTEGER,
            "http-port",
            "port",
            "The port of HTTP, 0 for any that is free; no HTTP unless set.");
    openMetrics =
        settings.isOn("open-metrics", "Show metrics without a login although there are users.");
    readiness =
        settings.get(
            SettingType.setOf(Capability.class),
            "ready-when",
            "ids, tags, keys",
            "ids",
            "What has to be there for /health/ready to say UP: ids, tags or keys, several with"
                + " commas.");
    leaf = settings.isOn("leaf", "Serve the endpoints of Leaf.");
    tinyid =
        settings.isOn(
            "tinyid", "Serve the endpoints of Tinyid, with tokens of the store's tiny_id_token.");
    camellia =
        settings.isOn(
            "camellia", "Serve the endpoints of Camellia for segment, strict and snowflake ids.");
    camelliaStep =
        settings.find(
            INTEGER,
            "camellia-step",
            "numbers",
            "A request of Camellia's gets at most 5 times as many numbers (default: 1000).");
    tables = new SegmentTableOptions(settings);
    regions = new RegionOptions(settings);
  }

  /** Refuses to wait for keys that are not served. */
  void checkReadiness(boolean servesKeys) {
    if (readiness.contains(Capability.KEYS) && !servesKeys) {
      throw new IllegalArgumentException(
          "keys must be served if /health/ready depends on them: ready-when="
              + readiness
              + ", keyed=false; remove one of them");
    }
  }

  /**
   * Checks all that can be checked without the store.
   *
   * @param port the port of the Redis protocol
   * @param hasDatabase whether the store is a database
   */
  void check(int port, boolean hasDatabase) {
    tables.check(hasDatabase);
    regions.check();
    checkEndpoints(port);
    if (tinyid) {
      checkTinyid(hasDatabase);
    }
    if (httpPort != null) {
      settings(httpPort);
    }
  }

  private void checkEndpoints(int port) {
    if (httpPort == null && (leaf || tinyid || camellia)) {
      throw new IllegalArgumentException(
          "endpoints of other servers need HTTP: leaf="
              + leaf
              + ", tinyid="
              + tinyid
              + ", camellia="
              + camellia
              + ", http-port=null; set http-port");
    }
    if (openMetrics && httpPort == null) {
      throw new IllegalArgumentException(
          "metrics need HTTP: open-metrics=true, http-port=null; set http-port");
    }
    if (httpPort != null && httpPort != 0 && httpPort == port) {
      throw new IllegalArgumentException(
          "HTTP must have a port of its own: http-port=" + httpPort + ", port=" + port);
    }
    if (camelliaStep != null && !camellia) {
      throw new IllegalArgumentException(
          "camellia-step is for the endpoints of Camellia: camellia-step="
              + camelliaStep
              + ", camellia=false; set camellia, or remove it");
    }
    camellia(SegmentSource.inMemory()); // throws if the step is wrong
  }

  private void checkTinyid(boolean hasDatabase) {
    if (!hasDatabase) {
      throw withoutDatabase();
    }
    if (tables.region().bits() > 0) {
      throw new IllegalArgumentException(
          "segments for clients of Tinyid must have no region: tinyid=true, region-bits="
              + tables.region().bits()
              + "; remove one of them");
    }
  }

  private static IllegalArgumentException withoutDatabase() {
    return new IllegalArgumentException(
        "tinyid needs the database with tiny_id_token: store=null; set store to its JDBC URL");
  }

  private CamelliaSettings camellia(SegmentSource source) {
    CamelliaSettings settings = CamelliaSettings.of(source).withRegion(tables.region());
    return camelliaStep == null ? settings : settings.withStep(camelliaStep);
  }

  private CamelliaSettings camellia(Store store) {
    CamelliaSettings settings = camellia(store.segments());
    return regions.synchronizer().map(settings::withSynchronizer).orElse(settings);
  }

  /**
   * Draws numbers from the table that is set, and limits who creates tags.
   *
   * @param hasUsers whether clients have to log in
   */
  Store applyTo(Store store, boolean hasUsers) {
    return tables.limit(tables.applyTo(store), !hasUsers || leaf || camellia);
  }

  private HttpSettings settings(int port) {
    return HttpSettings.DEFAULT
        .withPort(port)
        .withOpenMetrics(openMetrics)
        .withReadiness(readiness)
        .withLeaf(leaf);
  }

  private TinyidSettings tinyid(Store store) {
    DataSource database = store.database();
    if (database == null) {
      throw withoutDatabase();
    }
    return TinyidSettings.of(store.segments(), TinyidTokens.of(database))
        .withMinSegment(tables.minSegment());
  }

  @Override
  public Optional<HttpSettings> open(Store store, SegmentGenerators segments) {
    regions.start(segments);
    if ((leaf || tinyid || camellia) && tables.isOwn()) {
      ProcessLog.info(
          "clients of other servers get numbers from this project's table, where unknown tags"
              + " begin at 1; segment-table draws from the table of their old server");
    }
    return httpPort == null ? Optional.empty() : Optional.of(complete(settings(httpPort), store));
  }

  private HttpSettings complete(HttpSettings settings, Store store) {
    HttpSettings completed = camellia ? settings.withCamellia(camellia(store)) : settings;
    return tinyid ? completed.withTinyid(tinyid(store)) : completed;
  }

  @Override
  public void close() {
    regions.close();
  }
}
