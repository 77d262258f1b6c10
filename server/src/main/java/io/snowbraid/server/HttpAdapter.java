package io.snowbraid.server;

import io.netty.channel.Channel;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.server.internal.http.HttpServices;
import io.snowbraid.server.internal.http.HttpStatistics;
import io.snowbraid.server.internal.http.KeyNumbers;
import io.snowbraid.server.internal.http.Passwords;
import io.snowbraid.server.internal.http.RefusalLog;
import io.snowbraid.server.internal.http.ServerCounts;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Gives the HTTP port what it shares with the Redis protocol. */
final class HttpAdapter {

  private HttpAdapter() {}

  static HttpServices services(
      Services services, BooleanSupplier isDraining, LongSupplier nanoTime) {
    KeyedNumbers keyed = services.keyed();
    return new HttpServices(
        services.ids(),
        services.segments(),
        keyed == null ? null : new KeyNumbers(keyed, services.keyedWait()),
        services.limits().maxIds(),
        services.limits().maxRequestBytes(),
        services.waitingForIds(),
        services.waitingForTags(),
        services.waitingForStore(),
        services.waitingForNoStore(),
        passwords(services.authenticator()),
        isDraining,
        () -> counts(services.statistics()),
        refusals(services.statistics()),
        new HttpStatistics(),
        InstantSource.system(),
        nanoTime);
  }

  private static ServerCounts counts(Statistics statistics) {
    return new ServerCounts(
        statistics.connected(),
        statistics.accepted(),
        statistics.refused(),
        statistics.dropped(),
        statistics.requests(),
        statistics.keyWaits(),
        statistics.redirected());
  }

  private static RefusalLog refusals(Statistics statistics) {
    return new RefusalLog() {

      @Override
      public void dropped(SocketAddress client) {
        statistics.drop();
        refused(Refusals.TOO_SLOW, client);
      }

      @Override
      public void refused(String reason, SocketAddress client) {
        statistics.refusals().log(reason, client);
      }

      @Override
      public void failed(Throwable cause, SocketAddress client) {
        statistics.refusals().log(cause, client);
      }
    };
  }

  private static Passwords passwords(Authenticator authenticator) {
    return new Passwords() {

      @Override
      public boolean areRequired() {
        return authenticator.isRequired();
      }

      @Override
      public boolean remember(String user, String password) {
        return authenticator.remembers(user, password);
      }

      @Override
      public void check(String user, String password, Channel client, Consumer<Verdict> whenDone) {
        authenticator.check(
            user,
            password,
            LoginLimit.origin(client.remoteAddress()),
            client.eventLoop(),
            outcome -> whenDone.accept(Verdict.valueOf(outcome.name())));
      }
    };
  }
}
