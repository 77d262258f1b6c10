package io.snowbraid.server;

/**
 * Notices when a client does not do its part: it leaves answers unread or a request incomplete, or
 * asks for nothing. Times are ticks of the event loop, so that a turn costs no look at a clock.
 */
final class ClientTimeouts {

  private static final long NONE = -1;

  private final LoopResources resources;
  private long lastActive;
  private long stalledSince = NONE;
  private long sent;
  private long mostReceived;

  ClientTimeouts(LoopResources resources) {
    this.resources = resources;
    this.lastActive = resources.ticks();
  }

  /** Notes that the client has sent something. */
  void active() {
    lastActive = resources.ticks();
  }

  /** Notes that a request was complete, or that there is room for answers again. */
  void progressed() {
    stalledSince = NONE;
  }

  void sent(int bytes) {
    sent += bytes;
  }

  /**
   * Returns whether the client has stalled for too long.
   *
   * @param isItsTurn whether nothing goes on before the client reads or sends
   * @param unsent how many bytes of answers are not sent yet
   */
  boolean isStalled(boolean isItsTurn, long unsent) {
    long now = resources.ticks();
    long received = sent - unsent;
    boolean isUnread = unsent > 0 && received <= mostReceived;
    mostReceived = Math.max(mostReceived, received);
    if (!isItsTurn && !isUnread) {
      stalledSince = NONE;
    } else if (stalledSince == NONE) {
      stalledSince = now;
    }
    long allowed = resources.services().limits().stallTimeout().toMillis();
    return stalledSince != NONE && now - stalledSince > resources.ticks(allowed);
  }

  boolean isIdle() {
    long allowed = resources.services().limits().idleTimeout().toMillis();
    return resources.ticks() - lastActive > resources.ticks(allowed);
  }
}
