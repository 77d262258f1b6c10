package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.TestClock;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests records that may be deleted under a running process: the holder checks before it continues.
 */
class LeaseTrustTest {

  private static final Duration TRUST = Duration.ofSeconds(1);
  private static final Duration HORIZON = Duration.ofMinutes(1);

  private final TestClock clock = new TestClock();
  private final ManualScheduler scheduler = new ManualScheduler();
  private final MemoryWorkerSource store = new MemoryWorkerSource(clock);
  private BooleanSupplier record = () -> true;
  private boolean isFull;
  private int looks;
  private int writes;

  private final Snowflake ids =
      Snowflake.builder()
          .worker((WorkerSource) this::acquire)
          .clock(clock)
          .monotonicTime(clock)
          .scheduler(scheduler)
          .horizon(HORIZON)
          .build();

  private WorkerLease acquire(WorkerRequest request) {
    return new Looked(store.acquire(request));
  }

  private final class Looked extends ForwardingLease {

    Looked(WorkerLease lease) {
      super(lease);
    }

    @Override
    public boolean extend(long[] lastTicks) {
      writes++;
      if (isFull) {
        throw new WorkerSourceException("disk is full");
      }
      return lease.extend(lastTicks);
    }

    @Override
    public void release(long[] lastTicks) {
      lease.release(lastTicks);
    }

    @Override
    public Optional<Duration> recheckAfter() {
      return Optional.of(TRUST);
    }

    @Override
    public boolean isHeld() {
      looks++;
      return record.getAsBoolean();
    }
  }

  @Test
  void firstIdAfterAPauseNeedsACheckAndNoWrite() {
    ids.nextId();
    clock.pass(TRUST);
    ids.nextId();
    assertThat(looks).isZero();
    clock.pass(Duration.ofMillis(1));
    ids.nextId();
    assertThat(looks).isEqualTo(1);
    assertThat(writes).isEqualTo(1);
  }

  @Test
  void looksGoOnAheadWhileIdsAreIssuedAndNoLonger() {
    ids.nextId();
    clock.pass(TRUST.plusMillis(1));
    ids.nextId();
    assertThat(looks).isEqualTo(1);
    assertThat(scheduler.delays()).containsExactly(HORIZON.dividedBy(3), TRUST.dividedBy(2));
    scheduler.run();
    assertThat(looks).isEqualTo(2);
    scheduler.run(); // no id was issued since
    assertThat(looks).isEqualTo(3);
    assertThat(scheduler.delays()).containsExactly(HORIZON.dividedBy(3));
  }

  @Test
  void workerOfAnotherHolderIsLeftAtTheNextLook() {
    ids.nextId();
    record = () -> false;
    clock.pass(TRUST.plusMillis(1));
    ids.nextId();
    assertThat(ids.workerId()).isEqualTo(1);
  }

  @Test
  void recordThatIsGoneEndsTheGenerator() {
    ids.nextId();
    record =
        () -> {
          throw new WorkerRecordLostException("directory was deleted; restart");
        };
    clock.pass(TRUST.plusMillis(1));
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(GeneratorStoppedException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("directory was deleted; restart");
      clock.pass(HORIZON);
    }
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void looksThatTakeLongerThanTheirAnswerHoldsAreAnswersNevertheless() {
    ids.nextId();
    record =
        () -> {
          clock.pass(TRUST.plusMillis(1));
          return true;
        };
    clock.pass(TRUST.plusMillis(1));
    assertThat(ids.nextId()).isPositive();
    record = () -> true;
    assertThat(ids.nextId()).isPositive();
  }

  @Test
  void looksThatFailAreNoAnswerAndIdsContinueToTheEndOfTheGrant() {
    ids.nextId();
    record =
        () -> {
          throw new WorkerSourceException("too many open files");
        };
    for (Duration passed = Duration.ZERO;
        passed.compareTo(HORIZON) < 0;
        passed = passed.plus(TRUST)) {
      clock.pass(TRUST);
      assertThat(ids.nextId()).isPositive();
    }
    assertThat(looks).isGreaterThan(10);
    assertThat(ids.status().storeFailure().orElseThrow()).hasMessage("too many open files");
  }

  @Test
  void writesThatFailTakeNothingFromTheGrantWhileTheRecordIsSeen() {
    ids.nextId();
    isFull = true;
    for (Duration passed = Duration.ZERO;
        passed.compareTo(HORIZON) < 0;
        passed = passed.plus(TRUST)) {
      clock.pass(TRUST);
      scheduler.run(); // also the writes that are due
      assertThat(ids.nextId()).isPositive();
    }
    assertThat(writes).isGreaterThan(10);
    clock.pass(Duration.ofMillis(1));
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("disk is full");
    isFull = false;
    clock.pass(Duration.ofSeconds(1));
    assertThat(ids.nextId()).isPositive();
  }

  @Test
  void recordThatIsGoneEndsTheGeneratorAlthoughAWriteJustFailed() {
    ids.nextId();
    isFull = true;
    clock.pass(HORIZON.dividedBy(3));
    scheduler.run();
    record =
        () -> {
          throw new WorkerRecordLostException("directory was deleted; restart");
        };
    clock.pass(TRUST.plusMillis(1));
    assertThatExceptionOfType(GeneratorStoppedException.class).isThrownBy(ids::nextId);
  }

  @Test
  void callThatMayNotWaitAsksForALook() {
    ids.nextId();
    clock.pass(TRUST.plusMillis(1));
    assertThat(ids.tryNextIds(new long[1])).isZero();
    assertThat(looks).isEqualTo(1);
    assertThat(ids.tryNextIds(new long[1])).isEqualTo(1);
  }

  /**
   * The look is answered at some reading of the steady clock by a call that does not wait for it.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void looksContinueWheneverOneIsAnswered(int reading) {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    MonotonicTime time = at(left, scheduler::run);
    try (Snowflake others =
        Snowflake.builder()
            .worker((WorkerSource) this::acquire)
            .clock(clock)
            .monotonicTime(time)
            .scheduler(scheduler)
            .maxWait(Duration.ZERO)
            .build()) {
      others.nextId();
      clock.pass(TRUST.plusMillis(1));
      others.nextId();
      for (int look = 0; look < 4; look++) { // until none follows, because no id is issued
        clock.pass(TRUST.plusMillis(1));
        scheduler.run();
      }
      clock.pass(TRUST.plusMillis(1));
      isFull = true; // so that no write shows the record
      scheduler.hold(true);
      left.set(reading);
      others.nextId();
      left.set(Integer.MAX_VALUE);
      scheduler.hold(false);
      scheduler.run();
      int before = looks;
      for (int i = 0; i < 20; i++) {
        clock.pass(TRUST.dividedBy(10));
        others.nextId();
      }
      assertThat(looks).isGreaterThan(before);
    }
  }

  private MonotonicTime at(AtomicInteger left, Runnable event) {
    return new MonotonicTime() {
      @Override
      public long nanoTime() {
        if (left.decrementAndGet() == 0) {
          event.run();
        }
        return clock.nanoTime();
      }

      @Override
      public void await(long nanos) {
        clock.await(nanos);
      }
    };
  }
}
