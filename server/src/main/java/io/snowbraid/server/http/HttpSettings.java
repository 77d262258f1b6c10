package io.snowbraid.server.http;

import java.util.Optional;
import java.util.Set;

/**
 * What the server serves by HTTP, and on which port.
 *
 * @param port from 0 to 65,535; 0 for any that is free
 * @param isMetricsOpen whether metrics need no login where all else does
 * @param readiness what {@code /health/ready} depends on; at least one
 * @param servesLeaf whether the endpoints of Leaf's server are served
 * @param camellia what the endpoints of Camellia's servers need; empty if they are not served
 * @param tinyid what the endpoints of Tinyid's server need; empty if they are not served
 */
public record HttpSettings(
    int port,
    boolean isMetricsOpen,
    Set<Capability> readiness,
    boolean servesLeaf,
    Optional<CamelliaSettings> camellia,
    Optional<TinyidSettings> tinyid) {

  /** The port unless another is set. */
  public static final int DEFAULT_PORT = 7879;

  /** The interface of this server alone, at the default port; metrics need a login. */
  public static final HttpSettings DEFAULT =
      new HttpSettings(
          DEFAULT_PORT, false, Set.of(Capability.IDS), false, Optional.empty(), Optional.empty());

  /**
   * Creates settings. Those that are to differ from {@link #DEFAULT} are set by its methods, too.
   *
   * @param port from 0 to 65,535
   * @param isMetricsOpen whether metrics need no login
   * @param readiness what has to be there
   * @param servesLeaf whether the endpoints of Leaf's server are served
   * @param camellia what the endpoints of Camellia's servers need
   * @param tinyid what the endpoints of Tinyid's server need
   * @throws IllegalArgumentException if the port is out of its range, or nothing has to be there
   */
  public HttpSettings {
    readiness = Set.copyOf(readiness);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("0 <= http port <= 65535 must hold: port=" + port);
    }
    if (readiness.isEmpty()) {
      throw new IllegalArgumentException("readiness must depend on something: readiness=[]");
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
}
