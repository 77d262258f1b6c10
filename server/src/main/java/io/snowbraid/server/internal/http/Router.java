package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what answers a request. */
public final class Router {

  private final Map<String, Route> routes;

  /**
   * Creates a router.
   *
   * @param routes by their paths; one that ends with a slash is for all paths with one part more
   */
  Router(Map<String, Route> routes) {
    this.routes = Map.copyOf(routes);
  }

  /** Returns the route of a request; null if there is none. */
  @Nullable Route find(Request request) {
    String path = request.path();
    int last = path.lastIndexOf('/') + 1;
    Route exact = routes.get(path);
    if (last == path.length()) {
      return null;
    }
    return exact == null ? routes.get(path.substring(0, last)) : exact;
  }

  /** Answers a request for a route. */
  static Outcome handle(Route route, Request request) {
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
