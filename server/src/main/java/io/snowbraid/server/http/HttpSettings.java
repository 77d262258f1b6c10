package io.snowbraid.server.http;

import io.snowbraid.internal.Arguments;
import java.util.Optional;
import java.util.Set;

/**
 * The HTTP port and what it serves.
 *
 * @param port from 0 to 65,535; 0 means any free port
 * @param isMetricsOpen whether metrics are readable without a login
 * @param readiness what {@code /health/ready} requires; not empty
 * @param servesLeaf whether to serve the endpoints of Leaf's server
 * @param camellia settings for the endpoints of Camellia's servers; empty if they are not served
 * @param tinyid settings for the endpoints of Tinyid's server; empty if they are not served
 */
public record HttpSettings(
    int port,
    boolean isMetricsOpen,
    Set<Capability> readiness,
    boolean servesLeaf,
    Optional<CamelliaSettings> camellia,
    Optional<TinyidSettings> tinyid) {

  /** The default port. */
  public static final int DEFAULT_PORT = 7879;

  /** Only Snowbraid's own endpoints, on the default port; metrics require a login. */
  public static final HttpSettings DEFAULT =
      new HttpSettings(
          DEFAULT_PORT, false, Set.of(Capability.IDS), false, Optional.empty(), Optional.empty());

  /**
   * Creates settings. To change single settings, use the methods of {@link #DEFAULT}.
   *
   * @param port from 0 to 65,535
   * @param isMetricsOpen whether metrics are readable without a login
   * @param readiness what {@code /health/ready} requires
   * @param servesLeaf whether to serve the endpoints of Leaf's server
   * @param camellia settings for the endpoints of Camellia's servers
   * @param tinyid settings for the endpoints of Tinyid's server
   * @throws IllegalArgumentException if the port is out of range, or {@code readiness} is empty
   */
  public HttpSettings {
    readiness = Set.copyOf(readiness);
    Arguments.between("HTTP port", port, 0, 65_535);
    if (readiness.isEmpty()) {
      throw new IllegalArgumentException(
          "readiness must name at least one capability, but is empty");
    }
  }

  /**
   * Sets the port.
   *
   * @param number from 0 to 65,535; 0 means any free port
   * @return new settings
   * @throws IllegalArgumentException if the port is out of range
   */
  public HttpSettings withPort(int number) {
    return new HttpSettings(number, isMetricsOpen, readiness, servesLeaf, camellia, tinyid);
  }

  /**
   * Sets whether metrics are readable without a login on a server with users.
   *
   * @param open true if no login is needed
   * @return new settings
   */
  public HttpSettings withOpenMetrics(boolean open) {
    return new HttpSettings(port, open, readiness, servesLeaf, camellia, tinyid);
  }

  /**
   * Sets what {@code /health/ready} requires. The default is ids alone, because ids continue for a
   * while during a store outage, when tag numbers and numbers per key may already fail.
   *
   * @param needed the required capabilities; not empty
   * @return new settings
   * @throws IllegalArgumentException if the set is empty
   */
  public HttpSettings withReadiness(Set<Capability> needed) {
    return new HttpSettings(port, isMetricsOpen, needed, servesLeaf, camellia, tinyid);
  }

  /**
   * Sets whether to serve the endpoints of Leaf's server.
   *
   * @param serves true to serve them
   * @return new settings
   */
  public HttpSettings withLeaf(boolean serves) {
    return new HttpSettings(port, isMetricsOpen, readiness, serves, camellia, tinyid);
  }

  /**
   * Serves the endpoints of Camellia's servers.
   *
   * @param settings their settings
   * @return new settings
   */
  public HttpSettings withCamellia(CamelliaSettings settings) {
    return new HttpSettings(
        port, isMetricsOpen, readiness, servesLeaf, Optional.of(settings), tinyid);
  }

  /**
   * Serves the endpoints of Tinyid's server.
   *
   * @param settings their settings
   * @return new settings
   */
  public HttpSettings withTinyid(TinyidSettings settings) {
    return new HttpSettings(
        port, isMetricsOpen, readiness, servesLeaf, camellia, Optional.of(settings));
  }
}
