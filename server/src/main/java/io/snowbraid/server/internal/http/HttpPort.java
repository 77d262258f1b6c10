package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.loop.LoopClients;
import io.snowbraid.server.internal.services.Services;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Serves the connections of the HTTP port. */
public final class HttpPort {

  private final Services services;
  private final Router router;

  /**
   * Creates a port.
   *
   * @param peers adds the routes of the servers that are replaced
   */
  public HttpPort(
      Services services, HttpSettings settings, BiConsumer<Map<String, Route>, HttpNumbers> peers) {
    this.services = services;
    this.router = new Router(services, routes(services, settings, peers));
  }

  private static Map<String, Route> routes(
      Services services, HttpSettings settings, BiConsumer<Map<String, Route>, HttpNumbers> peers) {
    Map<String, Route> routes = new HashMap<>();
    HttpNumbers draws = new HttpNumbers(services);
    new OwnApi(services, draws).addTo(routes);
    new Health(services, settings.readiness()).addTo(routes);
    Metrics metrics = new Metrics(services);
    routes.put("/metrics", metrics.route(settings.isMetricsOpen()));
    peers.accept(routes, draws);
    return routes;
  }

  /** Begins to serve a connection, in the thread of its event loop. */
  public void accept(Channel channel, LoopClients clients) {
    new HttpConnection(services, router, clients, channel).install();
  }
}
