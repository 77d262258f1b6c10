package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.internal.access.Accounts.Account;
import io.snowbraid.server.internal.access.Authenticator.Verdict;
import io.snowbraid.server.internal.access.LoginLimit;
import io.snowbraid.server.internal.loop.LoopClient;
import io.snowbraid.server.internal.loop.Receiver;
import io.snowbraid.server.internal.services.Refusals;
import io.snowbraid.server.internal.services.Services;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds what answers a request, and whether its user may have that. */
public final class Router {

  private final Services services;
  private final Map<String, Route> routes;

  /**
   * Creates a router.
   *
   * @param routes by their paths; one that ends with a slash is for all paths with one part more
   */
  Router(Services services, Map<String, Route> routes) {
    this.services = services;
    this.routes = Map.copyOf(routes);
  }

  /**
   * Handles a request.
   *
   * @param client the connection of the channel
   * @param whenKnown called in the thread of the loop if the outcome is known later, unless the
   *     connection has been closed by then
   * @return the outcome; null if it is known later
   */
  @Nullable Outcome handle(
      Request request, Channel channel, LoopClient client, Consumer<Outcome> whenKnown) {
    Route route = find(request);
    if (route == null) {
      return Problem.notFound(request.path());
    }
    if (route.isOpen() || !services.authenticator().isRequired()) {
      return handle(route, request);
    }
    Credentials given = Credentials.of(request.authorization());
    if (given == null) {
      return Credentials.required();
    }
    if (services.authenticator().remembers(given.user(), given.password())) {
      return handle(route, request, given.user());
    }
    Supplier<Outcome> handling = () -> handle(route, request, given.user());
    Receiver<Verdict> wait =
        new Receiver<>(
            verdict -> client.run(() -> decide(verdict, channel, handling, whenKnown)),
            verdict -> {});
    channel.closeFuture().addListener(closed -> wait.forget());
    check(given, channel, wait.andThen(verdict -> wait.forget()));
    return null;
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

  private Outcome handle(Route route, Request request, String user) {
    Account account = services.authenticator().account(user);
    boolean mayAsk =
        route.access() != Route.Access.ADMINISTRATORS || (account != null && account.administers());
    return mayAsk
        ? handle(route, request)
        : Problem.of(
            HttpResponseStatus.FORBIDDEN,
            "user must administer: user="
                + user
                + "; write admin at the end of its line in the file of users");
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

  private void check(Credentials given, Channel channel, Consumer<Verdict> whenDone) {
    services
        .authenticator()
        .check(
            given.user(),
            given.password(),
            LoginLimit.origin(channel.remoteAddress()),
            channel.eventLoop(),
            whenDone);
  }

  private void decide(
      Verdict verdict, Channel channel, Supplier<Outcome> handling, Consumer<Outcome> whenKnown) {
    if (!channel.isActive()) {
      return; // and nothing is issued to nobody
    }
    if (verdict == Verdict.REFUSED) {
      services.statistics().refusals().log(Refusals.WRONG_LOGIN, channel.remoteAddress());
    }
    whenKnown.accept(verdict == Verdict.ACCEPTED ? handling.get() : Credentials.refused(verdict));
  }
}
