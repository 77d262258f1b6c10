package io.snowbraid.server.internal.access;

import io.snowbraid.server.internal.access.Authenticator.Verdict;
import java.util.function.Consumer;

/**
 * Waits for the check of a password, which may outlive the connection, and must not keep it in
 * memory then. Used by the thread of one event loop.
 */
public final class LoginWait implements Consumer<Verdict> {

  private Consumer<Verdict> whenDone;

  /**
   * Begins to wait.
   *
   * @param whenDone called once, unless the wait is forgotten before
   */
  public LoginWait(Consumer<Verdict> whenDone) {
    this.whenDone = whenDone;
  }

  @Override
  public void accept(Verdict verdict) {
    whenDone.accept(verdict);
  }

  /** Forgets who waits. */
  public void forget() {
    whenDone = verdict -> {};
  }
}
