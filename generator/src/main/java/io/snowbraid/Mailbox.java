package io.snowbraid;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Brings events to one listener, one after the other, in a thread of the background. So whatever
 * the listener does, it does to nobody else: it may block, throw, ask for ids and close.
 */
final class Mailbox {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** A listener that is behind by more does not hear of the events after that. */
  static final int CAPACITY = 10_000;

  private final SnowflakeListener listener;
  private final Scheduler scheduler;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<SnowflakeEvent> events = new ArrayDeque<>();
  private volatile @Nullable Thread listening;
  private boolean delivering;
  private boolean overflowing;

  Mailbox(SnowflakeListener listener, Scheduler scheduler) {
    this.listener = listener;
    this.scheduler = scheduler;
  }

  /** Lets the listener hear of an event soon, unless it causes that itself: that would not end. */
  void post(SnowflakeEvent event) {
    if (listening == Thread.currentThread()) {
      return;
    }
    boolean isFull;
    boolean starts;
    lock.lock();
    try {
      isFull = events.size() == CAPACITY;
      if (!isFull) {
        events.add(event);
      }
      starts = !delivering;
      delivering = true;
      isFull &= !overflowing;
      overflowing |= isFull;
    } finally {
      lock.unlock();
    }
    if (isFull) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "listener {0} is {1} events behind and does not hear of more until it catches up",
          listener.getClass().getName(),
          CAPACITY);
    }
    if (starts) {
      Future<?> unused = scheduler.schedule(this::deliver, Duration.ZERO);
    }
  }

  private void deliver() {
    SnowflakeEvent event = next();
    while (event != null) {
      tell(event);
      event = next();
    }
  }

  private @Nullable SnowflakeEvent next() {
    lock.lock();
    try {
      SnowflakeEvent event = events.poll();
      delivering = event != null;
      overflowing &= event != null;
      return event;
    } finally {
      lock.unlock();
    }
  }

  private void tell(SnowflakeEvent event) {
    listening = Thread.currentThread();
    try {
      listener.onEvent(event);
    } catch (Throwable e) { // it has this thread to itself, and must hear of the next event
      LOGGER.log(System.Logger.Level.WARNING, "listener failed at " + event, e);
    } finally {
      listening = null;
    }
  }
}
