package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.loop.LoopClients;
import java.util.HashMap;
import java.util.Map;

/** Serves the connections of the HTTP port. */
public final class HttpPort {

  private final HttpServices services;
  private final Router router;

  public HttpPort(HttpServices services, HttpSettings settings) {
    this.services = services;
    this.router = new Router(routes(services, settings));
  }

  private static Map<String, Route> routes(HttpServices services, HttpSettings settings) {
    Map<String, Route> routes = new HashMap<>();
    HttpNumbers draws = new HttpNumbers(services);
    new OwnApi(services, draws).addTo(routes);
    new Health(services).addTo(routes);
    Metrics metrics = new Metrics(services);
    routes.put("/metrics", metrics.route(settings.isMetricsOpen()));
    if (settings.servesLeaf()) {
      new LeafApi(draws, services.clock()).addTo(routes);
    }
    settings.camellia().ifPresent(camellia -> CamelliaApi.add(routes, services, draws, camellia));
    settings.tinyid().ifPresent(tinyid -> new TinyidApi(services, draws, tinyid).addTo(routes));
    return routes;
  }

  /** Begins to serve a connection, in the thread of its event loop. */
  public void accept(Channel channel, LoopClients clients) {
    new HttpConnection(services, router, clients, channel).install();
  }
}
