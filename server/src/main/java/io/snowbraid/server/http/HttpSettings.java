package io.snowbraid.server.http;

import java.util.Optional;

/**
 * What the server serves by HTTP, and where.
 *
 * @param port from 0 to 65,535; 0 for any that is free
 * @param isMetricsOpen whether metrics need no password where all else does
 * @param servesLeaf whether the endpoints of Leaf's server are served
 * @param camellia what the endpoints of Camellia's servers need; empty if they are not served
 * @param tinyid what the endpoints of Tinyid's server need; empty if they are not served
 */
public record HttpSettings(
    int port,
    boolean isMetricsOpen,
    boolean servesLeaf,
    Optional<CamelliaSettings> camellia,
    Optional<TinyidSettings> tinyid) {

  /** The port unless another is set. */
  public static final int DEFAULT_PORT = 7879;

  /** The interface of this server alone, at the default port. */
  public static final HttpSettings DEFAULT =
      new HttpSettings(DEFAULT_PORT, false, false, Optional.empty(), Optional.empty());

  /**
   * Checks settings.
   *
   * @param port from 0 to 65,535
   * @param isMetricsOpen any
   * @param servesLeaf any
   * @param camellia not null
   * @param tinyid not null
   * @throws IllegalArgumentException if the port is out of its range
   */
  public HttpSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("0 <= http port <= 65535 must hold: port=" + port);
    }
  }

  /**
   * Changes the port.
   *
   * @param number from 0 to 65,535
   * @return new settings
   */
  public HttpSettings withPort(int number) {
    return new HttpSettings(number, isMetricsOpen, servesLeaf, camellia, tinyid);
  }

  /**
   * Changes whether metrics need no password.
   *
   * @param open whether they need none
   * @return new settings
   */
  public HttpSettings withOpenMetrics(boolean open) {
    return new HttpSettings(port, open, servesLeaf, camellia, tinyid);
  }

  /**
   * Changes whether the endpoints of Leaf's server are served.
   *
   * @param serves whether they are
   * @return new settings
   */
  public HttpSettings withLeaf(boolean serves) {
    return new HttpSettings(port, isMetricsOpen, serves, camellia, tinyid);
  }

  /**
   * Serves the endpoints of Camellia's servers.
   *
   * @param settings what they need
   * @return new settings
   */
  public HttpSettings withCamellia(CamelliaSettings settings) {
    return new HttpSettings(port, isMetricsOpen, servesLeaf, Optional.of(settings), tinyid);
  }

  /**
   * Serves the endpoints of Tinyid's server.
   *
   * @param settings what they need
   * @return new settings
   */
  public HttpSettings withTinyid(TinyidSettings settings) {
    return new HttpSettings(port, isMetricsOpen, servesLeaf, camellia, Optional.of(settings));
  }
}
