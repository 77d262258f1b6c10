package io.snowbraid.server.internal.legacy;

import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.HttpNumbers;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.services.Services;
import java.util.Map;

/** The endpoints of other id servers: Leaf, Tinyid and Camellia. */
public final class LegacyApis {

  private LegacyApis() {}

  /**
   * Adds the endpoints that are switched on.
   *
   * @param routes routes by path
   */
  public static void add(
      Map<String, Route> routes, Services services, HttpNumbers numbers, HttpSettings settings) {
    if (settings.servesLeaf()) {
      new LeafApi(numbers).addTo(routes);
    }
    settings
        .camellia()
        .ifPresent(camellia -> new CamelliaApi(services, numbers, camellia).addTo(routes));
    settings.tinyid().ifPresent(tinyid -> new TinyidApi(services, numbers, tinyid).addTo(routes));
  }
}
