package io.snowbraid.server.http;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the server serves by HTTP, and on which port.
 *
 * <p>Immutable and thread-safe.
 */
public final class HttpSettings {

  /** The port unless another is set. */
  public static final int DEFAULT_PORT = 7879;

  /** The interface of this server alone, at the default port; metrics need a login. */
  public static final HttpSettings DEFAULT =
      new HttpSettings(
          DEFAULT_PORT,
          false,
          EnumSet.of(Capability.IDS),
          false,
          Optional.empty(),
          Optional.empty());

  private final int port;
  private final boolean isMetricsOpen;
  private final Set<Capability> readiness;
  private final boolean servesLeaf;
  private final Optional<CamelliaSettings> camellia;
  private final Optional<TinyidSettings> tinyid;

  private HttpSettings(
      int port,
      boolean isMetricsOpen,
      Set<Capability> readiness,
      boolean servesLeaf,
      Optional<CamelliaSettings> camellia,
      Optional<TinyidSettings> tinyid) {
    this.port = port;
    this.isMetricsOpen = isMetricsOpen;
    this.readiness = Set.copyOf(readiness);
    this.servesLeaf = servesLeaf;
    this.camellia = camellia;
    this.tinyid = tinyid;
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("0 <= http port <= 65535 must hold: port=" + port);
    }
  }

  /**
   * Changes the port.
   *
   * @param number from 0 to 65,535; 0 for any that is free
   * @return new settings
   * @throws IllegalArgumentException if it is out of this range
   */
  public HttpSettings withPort(int number) {
    return new HttpSettings(number, isMetricsOpen, readiness, servesLeaf, camellia, tinyid);
  }

  /**
   * Changes whether metrics need no login where all else does.
   *
   * @param open whether they need none
   * @return new settings
   */
  public HttpSettings withOpenMetrics(boolean open) {
    return new HttpSettings(port, open, readiness, servesLeaf, camellia, tinyid);
  }

  /**
   * Changes what {@code /health/ready} depends on; ids alone unless set, because they are issued
   * for a while without the store, when numbers of tags and keys may fail already.
   *
   * @param needed what has to be there; at least one
   * @return new settings
   * @throws IllegalArgumentException if it is empty
   */
  public HttpSettings withReadiness(Set<Capability> needed) {
    if (needed.isEmpty()) {
      throw new IllegalArgumentException("readiness must depend on something: readiness=[]");
    }
    return new HttpSettings(port, isMetricsOpen, needed, servesLeaf, camellia, tinyid);
  }

  /**
   * Changes whether the endpoints of Leaf's server are served.
   *
   * @param serves whether they are
   * @return new settings
   */
  public HttpSettings withLeaf(boolean serves) {
    return new HttpSettings(port, isMetricsOpen, readiness, serves, camellia, tinyid);
  }

  /**
   * Serves the endpoints of Camellia's servers.
   *
   * @param settings what they need
   * @return new settings
   */
  public HttpSettings withCamellia(CamelliaSettings settings) {
    return new HttpSettings(
        port, isMetricsOpen, readiness, servesLeaf, Optional.of(settings), tinyid);
  }

  /**
   * Serves the endpoints of Tinyid's server.
   *
   * @param settings what they need
   * @return new settings
   */
  public HttpSettings withTinyid(TinyidSettings settings) {
    return new HttpSettings(
        port, isMetricsOpen, readiness, servesLeaf, camellia, Optional.of(settings));
  }

  /**
   * Returns the port.
   *
   * @return from 0 to 65,535; 0 for any that is free
   */
  public int port() {
    return port;
  }

  /**
   * Returns whether metrics need no login where all else does.
   *
   * @return whether they need none
   */
  public boolean isMetricsOpen() {
    return isMetricsOpen;
  }

  /**
   * Returns what {@code /health/ready} depends on.
   *
   * @return at least one
   */
  public Set<Capability> readiness() {
    return readiness;
  }

  /**
   * Returns whether the endpoints of Leaf's server are served.
   *
   * @return whether they are
   */
  public boolean servesLeaf() {
    return servesLeaf;
  }

  /**
   * Returns what the endpoints of Camellia's servers need.
   *
   * @return their settings; empty if they are not served
   */
  public Optional<CamelliaSettings> camellia() {
    return camellia;
  }

  /**
   * Returns what the endpoints of Tinyid's server need.
   *
   * @return their settings; empty if they are not served
   */
  public Optional<TinyidSettings> tinyid() {
    return tinyid;
  }

  @Override
  public String toString() {
    return "HttpSettings[port="
        + port
        + ", isMetricsOpen="
        + isMetricsOpen
        + ", readiness="
        + readiness
        + ", servesLeaf="
        + servesLeaf
        + ", camellia="
        + camellia
        + ", tinyid="
        + tinyid
        + "]";
  }
}
