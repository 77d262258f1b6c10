package io.snowbraid.server.internal.http;

import java.util.Set;

/**
 * What answers the requests for a path.
 *
 * @param methods the methods that are allowed; any if it is empty
 * @param isOpen whether anyone may ask, without a password
 */
public record Route(Set<String> methods, boolean isOpen, Handler handler) {

  /** Answers requests, in the thread of an event loop. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Answers a request.
     *
     * @throws RuntimeException if that fails; it is answered with problem details
     */
    Outcome handle(Request request);
  }

  public static Route get(Handler handler) {
    return new Route(Set.of("GET"), false, handler);
  }

  public static Route any(Handler handler) {
    return new Route(Set.of(), false, handler);
  }

  /** Creates a route that anyone may ask for, such as a load balancer. */
  public static Route open(Handler handler) {
    return new Route(Set.of("GET", "HEAD"), true, handler);
  }

  boolean allows(String method) {
    return methods.isEmpty() || methods.contains(method);
  }

  String allowed() {
    return String.join(", ", methods.stream().sorted().toList());
  }
}
