package io.snowbraid.server;

import org.jspecify.annotations.Nullable;

/** A request whose numbers are not all in hand, so its connection waits for them. */
final class WaitingDraw implements PendingAnswer {

  /** How numbers are written. */
  enum Form {
    /** A single integer. */
    INTEGER {
      @Override
      void write(long[] numbers, Replies replies) {
        replies.integer(numbers[0]);
      }
    },
    /** An array of integers. */
    INTEGERS {
      @Override
      void write(long[] numbers, Replies replies) {
        replies.integers(numbers);
      }
    },
    /** An array of texts. */
    TEXTS {
      @Override
      void write(long[] numbers, Replies replies) {
        replies.texts(numbers);
      }
    };

    abstract void write(long[] numbers, Replies replies);
  }

  /** Draws numbers, and waits for them if necessary. */
  @FunctionalInterface
  interface Numbers {
    void fill(long[] target);
  }

  private final Form form;
  private final long[] numbers;
  private final int inHand;
  private final Numbers source;
  private final Runnable whenDone;
  private @Nullable RuntimeException failure;

  /**
   * Creates a draw.
   *
   * @param numbers begins with those that were in hand
   * @param inHand how many these are
   * @param whenDone called once, in any thread, when the answer is known
   */
  WaitingDraw(Form form, long[] numbers, int inHand, Numbers source, Runnable whenDone) {
    this.form = form;
    this.numbers = numbers;
    this.inHand = inHand;
    this.source = source;
    this.whenDone = whenDone;
  }

  /**
   * Draws what is missing.
   *
   * @throws RuntimeException if that fails; {@link #fail} has to be called then
   */
  void draw() {
    long[] missing = new long[numbers.length - inHand];
    source.fill(missing);
    System.arraycopy(missing, 0, numbers, inHand, missing.length);
    whenDone.run();
  }

  void fail(RuntimeException cause) {
    failure = cause;
    whenDone.run();
  }

  @Override
  public void write(Replies replies) {
    if (failure == null) {
      form.write(numbers, replies);
    } else {
      replies.error(ErrorText.of(failure));
    }
  }
}
