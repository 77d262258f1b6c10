package io.snowbraid.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers messages to one reader, one at a time, in a background thread. So the reader cannot
 * disturb anyone else: it may block, throw, ask for ids, or close the generator.
 *
 * @param <T> the messages
 */
public final class Mailbox<T> {

  /** A reader with this many undelivered messages misses further ones. */
  public static final int CAPACITY = 10_000;

  private final String name;
  private final Consumer<T> reader;
  private final Scheduler scheduler;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<T> messages = new ArrayDeque<>();
  private volatile @Nullable Thread reading;
  private boolean delivering;
  private long missed;

  /**
   * Creates an empty mailbox.
   *
   * @param name the reader's name in warnings
   * @param reader gets the messages
   * @param scheduler runs the deliveries
   */
  public Mailbox(String name, Consumer<T> reader, Scheduler scheduler) {
    this.name = name;
    this.reader = reader;
    this.scheduler = scheduler;
  }

  /**
   * Queues a message, unless the reader causes it itself, which might never end.
   *
   * @param message for the reader
   */
  public void post(T message) {
    if (reading == Thread.currentThread()) {
      return;
    }
    if (add(message)) {
      scheduler.schedule(this::deliver, Duration.ZERO);
    } else {
      scheduler.retry(); // the delivery may wait for a thread
    }
  }

  /** Returns whether a delivery has to be started. */
  private boolean add(T message) {
    lock.lock();
    try {
      if (messages.size() < CAPACITY) {
        messages.add(message);
      } else {
        missed++;
      }
      boolean starts = !delivering;
      delivering = true;
      return starts;
    } finally {
      lock.unlock();
    }
  }

  private void deliver() {
    for (T message = next(); message != null; message = next()) {
      read(message);
    }
  }

  private @Nullable T next() {
    long lost;
    T message;
    lock.lock();
    try {
      message = messages.poll();
      delivering = message != null;
      lost = delivering ? 0 : missed;
      missed -= lost;
    } finally {
      lock.unlock();
    }
    if (lost > 0) {
      Log.warn("{0} was {1} messages behind and missed {2} more", name, CAPACITY, lost);
    }
    return message;
  }

  private void read(T message) {
    reading = Thread.currentThread();
    try {
      reader.accept(message);
    } catch (Throwable e) { // the reader must get the next message all the same
      Log.warn(name + " failed at " + message, e);
    } finally {
      reading = null;
    }
  }
}
