package io.snowbraid.server.internal.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * Notices when a client does not do its part: it leaves answers unread or a request incomplete, or
 * asks for nothing. Times are ticks of the event loop, so that a turn costs no look at a clock.
 */
public final class ClientTimeouts {

  private static final long NONE = -1;

  /** Ticks in which a client that has its answers need not ask again. */
  private static final long MIN_SILENCE = 2;

  private static final long NEVER_ASKED = Long.MAX_VALUE / 2;

  private final LoopClients clients;
  private long lastActive;
  private boolean hasAsked;
  private long stalledSince = NONE;
  private long sent;
  private long maxReceived;

  public ClientTimeouts(LoopClients clients) {
    this.clients = clients;
    this.lastActive = clients.ticks();
  }

  /** Notes that the client has sent something. */
  public void active() {
    lastActive = clients.ticks();
  }

  /** Notes that a request was complete, or that there is room for answers again. */
  public void progressed() {
    hasAsked = true;
    stalledSince = NONE;
  }

  public void sent(int bytes) {
    sent += bytes;
  }

  /**
   * Returns whether the client has stalled for too long.
   *
   * @param isItsTurn whether nothing happens before the client reads or sends
   */
  public boolean isStalled(boolean isItsTurn, Channel channel) {
    long unsent = unsentBytes(channel);
    long now = clients.ticks();
    long received = sent - unsent;
    boolean isUnread = unsent > 0 && received <= maxReceived;
    maxReceived = Math.max(maxReceived, received);
    if (!isItsTurn && !isUnread) {
      stalledSince = NONE;
    } else if (stalledSince == NONE) {
      stalledSince = now;
    }
    return stalledSince != NONE && now - stalledSince > clients.stallTicks();
  }

  static long unsentBytes(Channel channel) {
    ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
    return unsent == null ? 0 : unsent.totalPendingWriteBytes();
  }

  /**
   * Returns for how long the client has been silent, in ticks, and longer than any other if it
   * never asked for anything; 0 if it has to be given time.
   */
  public long silence() {
    long silent = clients.ticks() - lastActive;
    if (hasAsked) {
      return silent >= MIN_SILENCE ? silent : 0;
    }
    return silent > 0 ? silent + NEVER_ASKED : 0;
  }

  public boolean isIdle() {
    return clients.ticks() - lastActive > clients.idleTicks();
  }
}
