package io.snowbraid.server.internal.http;

import java.util.Set;

/**
 * The handler for a path.
 *
 * @param methods the allowed methods; empty for any
 * @param access who may send requests
 */
public record Route(Set<String> methods, Access access, Handler handler) {

  /** Who may send requests. */
  public enum Access {
    /** Any client, without a login. */
    OPEN,
    /** Every user; any client if there are no users. */
    USERS,
    /** Administrators; any client if there are no users. */
    ADMINISTRATORS
  }

  /** Answers requests in an event loop's thread. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Answers a request.
     *
     * @throws RuntimeException if that fails; the answer contains problem details
     */
    Outcome handle(Request request);
  }

  public static Route get(Handler handler) {
    return new Route(Set.of("GET"), Access.USERS, handler);
  }

  public static Route any(Handler handler) {
    return new Route(Set.of(), Access.USERS, handler);
  }

  /** Creates a route without login, such as for load balancers. */
  public static Route open(Handler handler) {
    return new Route(Set.of("GET", "HEAD"), Access.OPEN, handler);
  }

  /** Creates a route for administrators. */
  public static Route administrative(String method, Handler handler) {
    return new Route(Set.of(method), Access.ADMINISTRATORS, handler);
  }

  boolean isOpen() {
    return access == Access.OPEN;
  }

  boolean allows(String method) {
    return methods.isEmpty() || methods.contains(method);
  }

  String allowed() {
    return String.join(", ", methods.stream().sorted().toList());
  }
}
