package io.snowbraid.server;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The time that a server's timeouts read, which passes only when a test says so. On a slow machine,
 * healthy clients would time out in real time, too.
 */
public final class SimulatedTicks {

  private record Clock(EventLoop loop, long intervalMillis, Runnable tick) {}

  private final List<Clock> clocks = new CopyOnWriteArrayList<>();

  /** Makes a server that is being built read this time. */
  public IdServer.Builder set(IdServer.Builder server) {
    server.settings.ticker =
        (loop, intervalMillis, tick) -> clocks.add(new Clock(loop, intervalMillis, tick));
    return server;
  }

  /** Lets time pass, and returns when the server has checked its clients after it. */
  public void pass(Duration time) {
    if (clocks.isEmpty()) {
      throw new IllegalStateException("the server must have been started");
    }
    for (Clock clock : clocks) {
      for (long tick = 0; tick < time.toMillis() / clock.intervalMillis; tick++) {
        clock.loop.submit(clock.tick).syncUninterruptibly();
      }
    }
  }
}
