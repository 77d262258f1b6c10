package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.loop.LoopClients;
import io.snowbraid.server.internal.services.Services;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Serves the connections of the HTTP port. */
public final class HttpPort {

  private final Services services;
  private final Router router;

  public HttpPort(Services services, HttpSettings settings, List<PeerEndpoints> peers) {
    this.services = services;
    this.router = new Router(services, routes(services, settings, peers));
  }

  private static Map<String, Route> routes(
      Services services, HttpSettings settings, List<PeerEndpoints> peers) {
    Map<String, Route> routes = new HashMap<>();
    HttpNumbers draws = new HttpNumbers(services);
    new OwnApi(services, draws).addTo(routes);
    new Health(services, settings.readiness()).addTo(routes);
    Metrics metrics = new Metrics(services);
    routes.put("/metrics", metrics.route(settings.isMetricsOpen()));
    peers.forEach(peer -> peer.addTo(routes, services, draws));
    return routes;
  }

  /** Begins to serve a connection, in the thread of its event loop. */
  public void accept(Channel channel, LoopClients clients) {
    new HttpConnection(services, router, clients, channel).install();
  }
}
