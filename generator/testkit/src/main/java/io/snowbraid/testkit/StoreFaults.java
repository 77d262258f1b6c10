package io.snowbraid.testkit;

import java.io.IOException;
import java.util.function.IntPredicate;

/**
 * Makes store calls fail in the two ways in which network calls fail, and hides records like a
 * database policy.
 */
final class StoreFaults {

  private volatile boolean isBroken;
  private volatile boolean losesReply;
  private volatile IntPredicate hidden = worker -> false;

  void setBroken(boolean broken) {
    isBroken = broken;
  }

  void loseNextReply() {
    losesReply = true;
  }

  void hide(IntPredicate workers) {
    hidden = workers;
  }

  boolean isHidden(int worker) {
    return hidden.test(worker);
  }

  void beforeCall() throws IOException {
    if (isBroken) {
      throw new IOException("no route to host");
    }
  }

  void afterWrite() throws IOException {
    if (losesReply) {
      losesReply = false;
      throw new IOException("connection reset");
    }
  }
}
