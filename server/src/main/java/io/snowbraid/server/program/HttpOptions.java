package io.snowbraid.server.program;

import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.http.TinyidSettings;
import io.snowbraid.server.http.TinyidTokens;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The settings of HTTP, and of the tables and regions of the servers that are replaced. */
public final class HttpOptions {

  @Option(
      names = "--http-port",
      description = "The port of HTTP, 0 for any that is free; no HTTP unless set.")
  @Range(min = "0", max = "65535")
  private @Nullable Integer httpPort;

  @Option(
      names = "--open-metrics",
      arity = "0..1",
      description = "Show metrics without a login although there are users.")
  private boolean openMetrics;

  @Option(
      names = "--ready-when",
      split = ",",
      defaultValue = "ids",
      description =
          "What has to be there for /health/ready to say UP: ids, tags or keys, several with"
              + " commas.")
  private Set<Capability> readiness = Set.of();

  @Option(names = "--leaf", arity = "0..1", description = "Serve the endpoints of Leaf.")
  private boolean leaf;

  @Option(
      names = "--tinyid",
      arity = "0..1",
      description = "Serve the endpoints of Tinyid, with tokens of the store's tiny_id_token.")
  private boolean tinyid;

  @Option(
      names = "--camellia",
      arity = "0..1",
      description = "Serve the endpoints of Camellia for segment, strict and snowflake ids.")
  private boolean camellia;

  @Option(
      names = "--camellia-step",
      description = "A request of Camellia's gets at most 5 times as many numbers (default: 1000).")
  @Range(min = "1", max = "20000")
  private @Nullable Integer camelliaStep;

  @Mixin private final SegmentTableOptions tables = new SegmentTableOptions();
  @Mixin private final RegionOptions regions = new RegionOptions();

  /** Serves no HTTP before a line was parsed. */
  public HttpOptions() {}

  /**
   * Checks all that can be checked without the store.
   *
   * @param port the port of the Redis protocol
   * @param hasDatabase whether the store is a database
   * @param servesKeys whether numbers per key are served
   */
  void check(int port, boolean hasDatabase, boolean servesKeys) {
    tables.check(hasDatabase);
    regions.check();
    checkEndpoints(port);
    if (tinyid) {
      checkTinyid(hasDatabase);
    }
    if (readiness.contains(Capability.KEYS) && !servesKeys) {
      throw new IllegalArgumentException(
          "keys must be served if /health/ready depends on them: ready-when="
              + readiness
              + ", keyed=false; remove one of them");
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

  private CamelliaSettings camellia(Store store) {
    CamelliaSettings settings = CamelliaSettings.of(store.segments()).withRegion(tables.region());
    CamelliaSettings stepped = camelliaStep == null ? settings : settings.withStep(camelliaStep);
    return regions.synchronizer().map(stepped::withSynchronizer).orElse(stepped);
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

  /** Returns the settings, once there is a store; empty if HTTP is not served. */
  Optional<HttpSettings> open(Store store, SegmentGenerators segments) {
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

  /** Ends what runs in the background. */
  void close() {
    regions.close();
  }
}
