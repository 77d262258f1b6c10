package io.snowbraid.internal;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers messages to one reader, one at a time, on a background thread. The reader may block,
 * throw, request ids or close the generator without affecting other code.
 *
 * @param <T> the type of the messages
 */
public final class Mailbox<T> implements Rounds.Work {

  /** The most undelivered messages per reader; further ones are dropped. */
  public static final int CAPACITY = 10_000;

  private final String name;
  private final Consumer<T> reader;
  private final Rounds deliveries;
  private final BlockingQueue<T> messages = new LinkedBlockingQueue<>(CAPACITY);

  private final AtomicLong missed = new AtomicLong();
  private volatile @Nullable Thread reading;

  /**
   * Creates an empty mailbox.
   *
   * @param name the reader's name in warnings
   * @param reader receives the messages
   * @param scheduler runs the deliveries
   */
  public Mailbox(String name, Consumer<T> reader, Scheduler scheduler) {
    this.name = name;
    this.reader = reader;
    this.deliveries = new Rounds(reader, scheduler, this);
  }

  /**
   * Queues a message, unless the reader itself causes it, to prevent a loop.
   *
   * @param message the message
   */
  public void post(T message) {
    if (reading == Thread.currentThread()) {
      return;
    }
    if (!messages.offer(message)) {
      missed.incrementAndGet();
    }
    deliveries.request();
  }

  @Override
  public void round() {
    for (T message = messages.poll(); message != null; message = messages.poll()) {
      read(message);
    }
    warnOfMissed(missed.getAndSet(0));
  }

  @Override
  public void rejected(RejectedExecutionException cause) {} // the next message tries again

  private void warnOfMissed(long count) {
    if (count > 0) {
      Log.warn("{0} was {1} messages behind and missed {2} more", name, CAPACITY, count);
    }
  }

  private void read(T message) {
    reading = Thread.currentThread();
    try {
      reader.accept(message);
    } catch (Throwable e) { // the reader must still receive the next message
      Log.warn(name + " failed at " + message, e);
    } finally {
      reading = null;
    }
  }
}
