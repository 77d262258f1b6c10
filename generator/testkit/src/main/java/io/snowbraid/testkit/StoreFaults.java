package io.snowbraid.testkit;

import java.io.IOException;

/** Lets calls of a store fail in the two ways in which calls over a network do. */
final class StoreFaults {

  private volatile boolean isBroken;
  private volatile boolean losesReply;

  void setBroken(boolean broken) {
    isBroken = broken;
  }

  void loseNextReply() {
    losesReply = true;
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
