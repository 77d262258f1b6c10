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

/** Finds a request's route, and checks its user's rights. */
public final class Router {

  private final Services services;

  /** Routes by path; a path that ends with a slash matches all paths with one more segment. */
  private final Map<String, Route> routes = new HashMap<>();

  /**
   * Creates a router.
   *
   * @param peers adds the routes of other id servers
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

  /** Returns a request's answer, or a call that its connection must wait for. */
  Outcome handle(Request request, SocketAddress client) {
    Route route = find(request);
    if (route == null) {
      return Problem.notFound(request.path);
    }
    try {
      requireUser(route, request, client);
    } catch (RequestFailure e) {
      return Problem.of(e);
    }
    return handle(route, request);
  }

  /**
   * Checks that a request's user may send it.
   *
   * @param head the request, perhaps without its body
   * @param client the client, for the log
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
    Login login = logIn(Credentials.of(request.authorization), client);
    if (login == null) {
      throw new RequestFailure(
          HttpResponseStatus.UNAUTHORIZED, "request must contain a valid user and secret");
    }
    if (route.access() == Route.Access.ADMINISTRATORS && !login.administers()) {
      throw new RequestFailure(
          HttpResponseStatus.FORBIDDEN,
          "user must be an administrator: user="
              + login.user()
              + "; add admin to the end of its line in the users file");
    }
  }

  private @Nullable Login logIn(@Nullable Credentials given, SocketAddress client) {
    if (given == null) {
      return null;
    }
    Login login = services.authenticator().logIn(given.user(), given.secret());
    if (login == null) {
      String reason = Authenticator.refusal(given.user(), given.secret());
      services.statistics().refusals.log(reason, client);
    }
    return login;
  }

  private @Nullable Route find(Request request) {
    String path = request.path;
    int last = path.lastIndexOf('/') + 1;
    Route exact = routes.get(path);
    if (last == path.length()) {
      return null;
    }
    return exact == null ? routes.get(path.substring(0, last)) : exact;
  }

  private static Outcome handle(Route route, Request request) {
    String method = request.method.name();
    if (!route.allows(method)) {
      return Problem.methodNotAllowed(method, route.allowed());
    }
    if (request.isOfForeignPage) {
      return Problem.of(
          HttpResponseStatus.FORBIDDEN, "request must not come from another site's web page");
    }
    return answer(route.handler(), request);
  }

  /** Answers a request, even if the handler fails. */
  public static Outcome answer(Route.Handler handler, Request request) {
    try {
      return handler.handle(request);
    } catch (RuntimeException e) {
      return Problem.of(e);
    }
  }
}
