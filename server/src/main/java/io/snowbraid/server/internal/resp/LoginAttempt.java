package io.snowbraid.server.internal.resp;

import io.netty.channel.Channel;
import io.snowbraid.server.internal.access.Accounts.Account;
import io.snowbraid.server.internal.access.Authenticator;
import io.snowbraid.server.internal.access.Authenticator.Verdict;
import io.snowbraid.server.internal.access.LoginLimit;
import io.snowbraid.server.internal.loop.Receiver;
import io.snowbraid.server.internal.services.Refusals;
import org.jspecify.annotations.Nullable;

/** A password that is being checked. */
final class LoginAttempt implements PendingAnswer {

  private static final String WRONG =
      "WRONGPASS invalid username-password pair or user is disabled.";
  private static final String BUSY =
      "UNAVAILABLE too many passwords are being checked; try again in some seconds";

  private final Connection connection;
  private final String user;
  private final String password;
  private final Runnable whenAccepted;
  private @Nullable Receiver<Verdict> receiver;
  private Verdict verdict = Verdict.BUSY;
  private @Nullable Account account;

  /**
   * Creates an attempt.
   *
   * @param whenAccepted writes the answer if the password is right
   */
  LoginAttempt(Connection connection, String user, String password, Runnable whenAccepted) {
    this.connection = connection;
    this.user = user;
    this.password = password;
    this.whenAccepted = whenAccepted;
  }

  /** Checks the password. When that is done, calls {@code whenDone} in the thread of the loop. */
  void check(Authenticator authenticator, Channel channel, Runnable whenDone) {
    Receiver<Verdict> known =
        new Receiver<>(
            result -> {
              verdict = result;
              account = authenticator.account(user);
              whenDone.run();
            },
            result -> {});
    receiver = known;
    authenticator.check(
        user, password, LoginLimit.origin(channel.remoteAddress()), channel.eventLoop(), known);
  }

  @Override
  public void cancel() {
    if (receiver != null) {
      receiver.forget();
    }
  }

  @Override
  public void write(Replies replies) {
    switch (verdict) {
      case ACCEPTED -> {
        connection.session().account(account); // null if the user was removed meanwhile
        whenAccepted.run();
      }
      case REFUSED -> {
        connection.refused(Refusals.WRONG_LOGIN);
        replies.error(WRONG);
      }
      case BUSY -> replies.error(BUSY);
    }
  }
}
