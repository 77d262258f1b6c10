package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.internal.access.Accounts.Account;
import io.snowbraid.server.internal.access.Authenticator.Verdict;
import io.snowbraid.server.internal.access.LoginLimit;
import io.snowbraid.server.internal.loop.LoopClient;
import io.snowbraid.server.internal.services.Refusals;
import io.snowbraid.server.internal.services.Services;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Handles the requests of a connection whose users may have what they ask for. */
final class RequestHandler {

  private final Services services;
  private final Router router;
  private final Channel channel;
  private final LoopClient client;

  RequestHandler(Services services, Router router, Channel channel, LoopClient client) {
    this.services = services;
    this.router = router;
    this.channel = channel;
    this.client = client;
  }

  /**
   * Handles a request.
   *
   * @param whenKnown called in the thread of the loop if the outcome is known later, unless the
   *     connection has been closed by then
   * @return the outcome; null if it is known later
   */
  @Nullable Outcome handle(Request request, Consumer<Outcome> whenKnown) {
    Route route = router.find(request);
    if (route == null) {
      return Problem.notFound(request.path());
    }
    if (route.isOpen() || !services.authenticator().isRequired()) {
      return Router.handle(route, request);
    }
    Credentials given = Credentials.of(request.authorization());
    if (given == null) {
      return Credentials.required();
    }
    if (services.authenticator().remembers(given.user(), given.password())) {
      return handle(route, request, given.user());
    }
    check(given, verdict -> decide(verdict, () -> handle(route, request, given.user()), whenKnown));
    return null;
  }

  private Outcome handle(Route route, Request request, String user) {
    Account account = services.authenticator().account(user);
    boolean mayAsk =
        route.access() != Route.Access.ADMINISTRATORS || (account != null && account.administers());
    return mayAsk
        ? Router.handle(route, request)
        : Problem.of(
            HttpResponseStatus.FORBIDDEN,
            "user must administer: user="
                + user
                + "; write admin at the end of its line in the file of users");
  }

  private void check(Credentials given, Consumer<Verdict> whenDone) {
    services
        .authenticator()
        .check(
            given.user(),
            given.password(),
            LoginLimit.origin(channel.remoteAddress()),
            channel.eventLoop(),
            verdict -> client.run(() -> whenDone.accept(verdict)));
  }

  private void decide(Verdict verdict, Supplier<Outcome> handling, Consumer<Outcome> whenKnown) {
    if (!channel.isActive()) {
      return; // and nothing is issued to nobody
    }
    if (verdict == Verdict.REFUSED) {
      services.statistics().refusals().log(Refusals.WRONG_LOGIN, channel.remoteAddress());
    }
    whenKnown.accept(verdict == Verdict.ACCEPTED ? handling.get() : Credentials.refused(verdict));
  }
}
