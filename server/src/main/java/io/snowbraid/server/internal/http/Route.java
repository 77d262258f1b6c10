package io.snowbraid.server.internal.http;

import java.util.Set;

/**
 * What answers the requests for a path.
 *
 * @param methods the methods that are allowed; any if it is empty
 * @param access who may ask
 */
public record Route(Set<String> methods, Access access, Handler handler) {

  /** Who may ask. */
  public enum Access {
    /** Anyone, without a login. */
    OPEN,
    /** Each user, and anyone if there are no users. */
    USERS,
    /** Users who administer, and anyone if there are no users. */
    ADMINISTRATORS
  }

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
    return new Route(Set.of("GET"), Access.USERS, handler);
  }

  public static Route any(Handler handler) {
    return new Route(Set.of(), Access.USERS, handler);
  }

  /** Creates a route that anyone may ask for, such as a load balancer. */
  public static Route open(Handler handler) {
    return new Route(Set.of("GET", "HEAD"), Access.OPEN, handler);
  }

  /** Creates a route by which tags and keys are moved. */
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
