package io.snowbraid.server.internal.loop;

import org.jspecify.annotations.Nullable;

/** A request whose numbers are not all buffered, so its connection waits for them. */
public final class WaitingDraw implements Waiting {

  /** Draws numbers, and waits for them if necessary. */
  @FunctionalInterface
  public interface Numbers {
    void fill(long[] target);
  }

  private final long[] numbers;
  private final int buffered;
  private final Numbers source;
  private volatile Runnable whenDone;
  private @Nullable RuntimeException failure;

  /**
   * Creates a draw.
   *
   * @param numbers begins with those that were buffered
   * @param buffered how many these are
   * @param whenDone called once, in any thread, when the answer is known
   */
  public WaitingDraw(long[] numbers, int buffered, Numbers source, Runnable whenDone) {
    this.numbers = numbers;
    this.buffered = buffered;
    this.source = source;
    this.whenDone = whenDone;
  }

  /** Forgets who waits: a call that nobody waits for any more must not keep a connection. */
  public void cancel() {
    whenDone = () -> {};
  }

  @Override
  public void make() {
    long[] missing = new long[numbers.length - buffered];
    source.fill(missing);
    System.arraycopy(missing, 0, numbers, buffered, missing.length);
    whenDone.run();
  }

  @Override
  public void fail(RuntimeException cause) {
    failure = cause;
    whenDone.run();
  }

  /** Returns the numbers, if the draw has not failed. */
  public long[] numbers() {
    return numbers;
  }

  /** Returns why the draw failed; null if it did not. */
  public @Nullable RuntimeException failure() {
    return failure;
  }
}
