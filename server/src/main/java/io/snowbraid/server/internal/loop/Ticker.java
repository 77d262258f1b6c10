package io.snowbraid.server.internal.loop;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** The source of an event loop's ticks. Tests have their own, so that time passes when they say. */
@FunctionalInterface
public interface Ticker {

  /** Ticks as real time passes. */
  Ticker REAL =
      (loop, millis, tick) ->
          loop.scheduleWithFixedDelay(tick, millis, millis, TimeUnit.MILLISECONDS);

  /**
   * Begins to tick.
   *
   * @param tick called in the thread of the loop, once each interval
   */
  void start(EventLoop loop, long intervalMillis, Runnable tick);
}
