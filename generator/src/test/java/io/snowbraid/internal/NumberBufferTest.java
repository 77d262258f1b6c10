package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what becomes of numbers that were drawn and not issued. */
class NumberBufferTest {

  private static final Duration MAX_AGE = Duration.ofSeconds(100);

  private final TestClock clock = new TestClock();
  private final ManualScheduler scheduler = new ManualScheduler();
  private final Numbers numbers = new Numbers(MAX_AGE, scheduler);
  private long next = 1;
  private Runnable disturbance = () -> {};

  /** Draws four numbers at a time. */
  private final class Numbers extends NumberBuffer {

    Numbers(Duration maxAge, Scheduler scheduler) {
      super(
          NumberBufferTest.class,
          new DrawPlan(Duration.ofSeconds(1), 4, 4, 4, true),
          maxAge,
          clock,
          scheduler);
    }

    @Override
    protected Range draw(long count) {
      long first = next;
      next += count;
      disturbance.run();
      return Range.of(LongStream.range(first, next).toArray(), clock.nanoTime());
    }

    @Override
    protected boolean isFinal(Throwable cause) {
      return false;
    }

    @Override
    protected Duration maxWait() {
      return Duration.ZERO;
    }

    @Override
    protected Duration maxPauseOfCalls() {
      return PAUSE;
    }

    @Override
    protected GeneratorClosedException closedFailure() {
      return new GeneratorClosedException("closed");
    }

    @Override
    protected IdsUnavailableException unavailable(@Nullable Failure last, Deadline deadline) {
      return new IdsUnavailableException("none", last == null ? null : last.cause());
    }
  }

  @BeforeEach
  void holdTasks() {
    scheduler.hold(true);
  }

  /** Asks for numbers, and lets the background draw them and watch their age. */
  private void draw() {
    assertThatExceptionOfType(IdsUnavailableException.class).isThrownBy(numbers::nextId);
    scheduler.run();
    scheduler.run();
  }

  private long left() {
    return numbers.counts().left();
  }

  @Test
  void numbersWithoutARuleAreIssuedInTheirOrder() {
    draw();
    assertThat(numbers.nextId()).isEqualTo(1);
    long[] target = new long[6];
    assertThat(numbers.tryFill(target, 0)).isEqualTo(3);
    assertThat(target).containsExactly(2, 3, 4, 0, 0, 0);
    assertThat(numbers.tryNextId()).isEqualTo(NumberBuffer.NONE);
  }

  @Test
  void nextNumbersAreDrawnWhenHalfIsUsed() {
    draw();
    assertThat(numbers.nextId()).isEqualTo(1);
    assertThat(numbers.nextId()).isEqualTo(2);
    scheduler.run();
    assertThat(left()).isEqualTo(2);
    assertThat(numbers.nextId()).isEqualTo(3);
    scheduler.run();
    assertThat(left()).isEqualTo(5);
    assertThat(numbers.counts().issued()).isEqualTo(3);
  }

  @Test
  void oldNumbersAreDiscardedAndFreshOnesStay() {
    draw();
    clock.pass(Duration.ofSeconds(50));
    assertThat(numbers.tryFill(new long[3], 0)).isEqualTo(3);
    scheduler.run();
    scheduler.run();
    assertThat(left()).isEqualTo(5);
    assertThat(scheduler.delays()).containsExactly(Duration.ofSeconds(50));
    clock.pass(Duration.ofSeconds(50).minusNanos(1));
    scheduler.run();
    scheduler.run();
    assertThat(left()).isEqualTo(5);
    clock.pass(Duration.ofNanos(1));
    scheduler.run();
    scheduler.run();
    assertThat(scheduler.delays()).containsExactly(Duration.ofSeconds(50));
    assertThat(numbers.counts().discarded()).isEqualTo(1);
    assertThat(numbers.nextId()).isEqualTo(5);
    clock.pass(Duration.ofSeconds(50));
    scheduler.run();
    scheduler.run();
    assertThat(left()).isZero();
    assertThat(numbers.counts().issued()).isEqualTo(4);
    assertThat(scheduler.delays()).isEmpty();
  }

  @Test
  void numbersThatNobodyCouldDiscardAreNotIssued() {
    Numbers unwatched =
        new Numbers(
            MAX_AGE,
            new Scheduler() {
              private boolean isShort;

              @Override
              public Future<?> schedule(Runnable task, Duration delay) {
                if (isShort) {
                  throw new RejectedExecutionException("no thread");
                }
                isShort = true; // while the first task draws
                task.run();
                return new CompletableFuture<>();
              }
            });
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(unwatched::nextId)
        .withCauseInstanceOf(RejectedExecutionException.class);
    assertThat(unwatched.counts().drawn()).isZero();
  }

  @Test
  void discardingTakesNumbersThatAreBeingDrawn() {
    draw();
    assertThat(numbers.tryFill(new long[3], 0)).isEqualTo(3);
    disturbance =
        () -> {
          disturbance = () -> {};
          numbers.discard();
        };
    scheduler.run();
    assertThat(numbers.counts().discarded()).isEqualTo(1);
    assertThat(numbers.nextId()).isEqualTo(9); // 5 to 8 were being drawn
  }

  @Test
  void nothingIsTakenAfterTheEnd() {
    draw();
    assertThat(numbers.nextId()).isEqualTo(1);
    numbers.end();
    numbers.end();
    assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(numbers::nextId);
    assertThat(numbers.tryNextId()).isEqualTo(NumberBuffer.NONE);
    assertThat(numbers.closed()).isNotDone();
    scheduler.run();
    assertThat(numbers.closed()).isDone();
    assertThat(left()).isZero();
    assertThat(numbers.counts().issued()).isEqualTo(1);
  }
}
