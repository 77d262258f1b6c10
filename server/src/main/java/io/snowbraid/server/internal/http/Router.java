package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.access.Authenticator;
import io.snowbraid.server.internal.access.Authenticator.Login;
import io.snowbraid.server.internal.services.Services;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Finds what answers a request, and whether its user may have that. */
public final class Router {

  private final Services services;

  /** By their paths; one that ends with a slash is for all paths with one part more. */
  private final Map<String, Route> routes = new HashMap<>();

  /**
   * Creates a router.
   *
   * @param peers adds the routes of the servers that are replaced
   */
  public Router(
      Services services, HttpSettings settings, BiConsumer<Map<String, Route>, HttpNumbers> peers) {
    this.services = services;
    HttpNumbers draws = new HttpNumbers(services);
    new OwnApi(services, draws).addTo(routes);
    new Health(services, settings.readiness()).addTo(routes);
    routes.put("/metrics", new Metrics(services).route(settings.isMetricsOpen()));
    peers.accept(routes, draws);
  }

  /** Answers a request, or returns what its connection has to wait for. */
  Outcome handle(Request request, SocketAddress client) {
    Route route = find(request);
    if (route == null) {
      return Problem.notFound(request.path());
    }
    try {
      requireUser(route, request, client);
    } catch (RequestFailure e) {
      return Problem.of(e);
    }
    return handle(route, request);
  }

  /**
   * Requires that the user of a request may make it.
   *
   * @param head the request; its body may not have arrived yet
   * @param client who asks, for the log
   * @throws RequestFailure if the user may not
   */
  void requireUser(Request head, SocketAddress client) {
    Route route = find(head);
    if (route != null) {
      requireUser(route, head, client);
    }
  }

  private void requireUser(Route route, Request request, SocketAddress client) {
    if (route.isOpen() || !services.authenticator().isRequired()) {
      return;
    }
    Login login = logIn(Credentials.of(request.authorization()), client);
    if (login == null) {
      throw new RequestFailure(
          HttpResponseStatus.UNAUTHORIZED, "request must have a known user and its secret");
    }
    if (route.access() == Route.Access.ADMINISTRATORS && !login.administers()) {
      throw new RequestFailure(
          HttpResponseStatus.FORBIDDEN,
          "user must administer: user="
              + login.user()
              + "; write admin at the end of its line in the file of users");
    }
  }

  private @Nullable Login logIn(@Nullable Credentials given, SocketAddress client) {
    if (given == null) {
      return null;
    }
    Login login = services.authenticator().logIn(given.user(), given.secret());
    if (login == null) {
      String reason = Authenticator.refusal(given.user(), given.secret());
      services.statistics().refusals().log(reason, client);
    }
    return login;
  }

  /** Returns the route of a request; null if there is none. */
  private @Nullable Route find(Request request) {
    String path = request.path();
    int last = path.lastIndexOf('/') + 1;
    Route exact = routes.get(path);
    if (last == path.length()) {
      return null;
    }
    return exact == null ? routes.get(path.substring(0, last)) : exact;
  }

  /** Answers a request for a route. */
  private static Outcome handle(Route route, Request request) {
    String method = request.method().name();
    if (!route.allows(method)) {
      return Problem.methodNotAllowed(method, route.allowed());
    }
    if (request.isOfForeignPage()) {
      return Problem.of(
          HttpResponseStatus.FORBIDDEN, "request must not come from a web page of another site");
    }
    return answer(route.handler(), request);
  }

  /** Answers a request. One that is wrong gets an answer, too, and harms no others. */
  public static Outcome answer(Route.Handler handler, Request request) {
    try {
      return handler.handle(request);
    } catch (RuntimeException e) {
      return Problem.of(e);
    }
  }
}
