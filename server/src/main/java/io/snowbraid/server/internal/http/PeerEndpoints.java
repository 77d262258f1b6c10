package io.snowbraid.server.internal.http;

import io.snowbraid.server.internal.services.Services;
import java.util.Map;

/** The endpoints of another server, which are served in its place. */
@FunctionalInterface
public interface PeerEndpoints {

  /**
   * Adds them.
   *
   * @param routes by their paths
   */
  void addTo(Map<String, Route> routes, Services services, HttpNumbers numbers);
}
