package io.snowbraid.server.internal.loop;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The connections of one event loop, and its time in ticks, which is cheaper than a clock. Used by
 * the thread of the loop only, but for {@link #start}.
 */
public final class LoopClients {

  private static final long LONGEST_INTERVAL_MILLIS = 1_000;

  private final EventLoop loop;
  private final Set<LoopClient> clients = new LinkedHashSet<>();
  private final long intervalMillis;
  private final long stallTicks;
  private final long idleTicks;
  private long ticks;

  /**
   * Creates a set without connections.
   *
   * @param stallTimeout how long a client may leave answers unread, or a request incomplete
   * @param idleTimeout how long a connection may be idle
   */
  public LoopClients(EventLoop loop, Duration stallTimeout, Duration idleTimeout) {
    this.loop = loop;
    long shortest = Math.min(stallTimeout.toMillis(), idleTimeout.toMillis()) / 4;
    this.intervalMillis = Math.max(1, Math.min(LONGEST_INTERVAL_MILLIS, shortest));
    this.stallTicks = ticks(stallTimeout);
    this.idleTicks = ticks(idleTimeout);
  }

  /** Returns how many ticks have certainly passed after a time. */
  private long ticks(Duration time) {
    return time.toMillis() / intervalMillis + 1;
  }

  /** Starts to look for connections that stall or idle. */
  public void start(Ticker ticker) {
    ticker.start(loop, intervalMillis, this::tick);
  }

  private void tick() {
    ticks++;
    copy().forEach(client -> client.run(client::checkTimeouts));
  }

  /** Ends all connections once they have their answers. */
  public void drain() {
    copy().forEach(client -> client.run(client::drain));
  }

  /**
   * Closes the connection of a port whose client has been silent for longest. One that never asked
   * for anything comes first.
   *
   * @return false if all are in use
   */
  public boolean evict(Channel listener) {
    LoopClient victim = null;
    long longest = 0;
    for (LoopClient client : clients) {
      long silence = client.silence(listener);
      if (silence > longest) {
        longest = silence;
        victim = client;
      }
    }
    if (victim != null) {
      victim.run(victim::evict);
    }
    return victim != null;
  }

  /** Returns a copy, because connections leave the set when they are closed. */
  private List<LoopClient> copy() {
    return new ArrayList<>(clients);
  }

  public EventLoop loop() {
    return loop;
  }

  long ticks() {
    return ticks;
  }

  long stallTicks() {
    return stallTicks;
  }

  long idleTicks() {
    return idleTicks;
  }

  public void add(LoopClient client) {
    clients.add(client);
  }

  public void remove(LoopClient client) {
    clients.remove(client);
  }
}
