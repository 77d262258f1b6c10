package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import java.util.function.Consumer;

/** Checks passwords. */
public interface Passwords {

  /** What became of a check. */
  enum Verdict {
    /** The password is right. */
    ACCEPTED,
    /** There is no such user, or the password is wrong. */
    REFUSED,
    /** Too many passwords are being checked. */
    BUSY
  }

  /** Returns whether a password is needed at all. */
  boolean areRequired();

  /** Returns whether a password was accepted before; quickly. */
  boolean remember(String user, String password);

  /** Checks a client's password, and calls {@code whenDone} in the thread of its loop. */
  void check(String user, String password, Channel client, Consumer<Verdict> whenDone);
}
