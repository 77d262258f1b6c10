package io.snowbraid.server.internal.loop;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * The next turn of a connection, after other connections have been read. A task that is only
 * executed would run before that; one that is due at a time runs after that. Used by the thread of
 * the event loop only.
 */
public final class NextTurn {

  private final EventLoop loop;
  private final LoopClient client;
  private final Runnable turn;
  private boolean isScheduled;

  public NextTurn(LoopClients clients, LoopClient client, Runnable turn) {
    this.loop = clients.loop();
    this.client = client;
    this.turn = turn;
  }

  /** Schedules the turn, unless it is scheduled. */
  public void schedule() {
    if (!isScheduled) {
      isScheduled = true;
      loop.schedule(() -> client.run(this::take), 1, TimeUnit.NANOSECONDS);
    }
  }

  private void take() {
    isScheduled = false;
    turn.run();
  }

  public boolean isScheduled() {
    return isScheduled;
  }
}
