package io.snowbraid;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import io.snowbraid.engine.LeaseAccess;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.ReadOnlyStoreException;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.WorkersHeldException;
import java.lang.Thread.State;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests how a generator keeps its lease, one situation at a time. */
class LeaseTest {

  private static final Duration HORIZON = Duration.ofMinutes(1);
  private static final Duration THIRD = HORIZON.dividedBy(3);

  private final TestClock clock = new TestClock();
  private final MemoryWorkerSource store = new MemoryWorkerSource(clock);
  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<SnowflakeEvent> events = new ArrayList<>();
  private boolean down;
  private int answers = Integer.MAX_VALUE;
  private int calls;

  private final WorkerSource workers =
      new FaultyWorkerSource(store, this::call, UnaryOperator.identity());

  private <T> T call(Supplier<T> work) {
    calls++;
    if (down || answers-- <= 0) {
      throw FaultyWorkerSource.failure("store is down");
    }
    return work.get();
  }

  private static LeaseAccess lease(Snowflake ids) {
    return new LeaseAccess(ids.issuer());
  }

  private Snowflake.Builder builder() {
    return Snowflake.builder()
        .worker(workers)
        .clock(clock)
        .monotonicTime(clock)
        .scheduler(scheduler)
        .horizon(HORIZON)
        .listener(events::add)
        .owner("host");
  }

  private IdParts next(Snowflake ids) {
    return ids.layout().decode(ids.nextId());
  }

  private void pass(Duration time) {
    clock.pass(time);
    scheduler.run();
  }

  @Test
  void twoGeneratorsOfAProcessHoldTwoWorkers() {
    Snowflake first = builder().build();
    Snowflake second = builder().build();
    assertThat(first.workerId()).isNotEqualTo(second.workerId());
    assertThat(next(first).worker()).isEqualTo(first.workerId());
    assertThat(next(second).worker()).isEqualTo(second.workerId());
  }

  @Test
  void cleanRestartContinuesOnItsLane() {
    Snowflake first = builder().build();
    IdParts before = next(first);
    first.close();
    clock.pass(Duration.ofMillis(1));
    IdParts after = next(builder().build());
    assertThat(after)
        .extracting(IdParts::worker, IdParts::rollback, IdParts::timeline)
        .containsExactly(before.worker(), 0, 0);
    assertThat(after.time()).isAfter(before.time());
  }

  @Test
  void restartWithinATickTakesTheNextTimelineForIt() {
    Snowflake first = builder().build();
    long before = first.nextId();
    first.close();
    long after = builder().build().nextId();
    assertThat(after).isGreaterThan(before);
    assertThat(Layout.DEFAULT.decode(after))
        .extracting(IdParts::time, IdParts::timeline)
        .containsExactly(TestClock.START, 1);
  }

  @Test
  void successorOfACrashStartsAtOnceOnAnotherRollbackNumber() {
    Layout one = Layout.parse(Layout.DEFAULT.toString().replace("worker=7", "worker=0"));
    Snowflake crashed = builder().layout(one).build();
    crashed.nextId();
    store.expire(0);
    assertThat(next(builder().layout(one).build()))
        .extracting(IdParts::rollback, IdParts::timeline)
        .containsExactly(2, 0); // the spare rollback number was granted, too
  }

  @Test
  void idsGoOnWithoutTheStoreUntilTheHorizonAndRecover() {
    Snowflake ids = builder().build();
    down = true;
    pass(THIRD);
    pass(THIRD);
    clock.pass(THIRD);
    assertThat(next(ids).time()).isEqualTo(TestClock.START.plus(HORIZON));
    clock.pass(Duration.ofMillis(1));
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageStartingWith("cannot issue ids for worker=0")
        .withMessageContaining("store is down")
        .withRootCauseInstanceOf(WorkerSourceException.class);
    assertThat(events).hasAtLeastOneElementOfType(StoreFailed.class);
    down = false;
    clock.pass(Duration.ofSeconds(1));
    assertThat(next(ids).worker()).isZero();
  }

  @Test
  void storeThatIsDownIsNotAskedForEachId() {
    Snowflake ids = builder().build();
    down = true;
    clock.pass(HORIZON.plusSeconds(1));
    int before = calls;
    for (int i = 0; i < 100; i++) {
      assertThatExceptionOfType(LeaseExpiredException.class).isThrownBy(ids::nextId);
    }
    assertThat(calls - before).isEqualTo(1);
  }

  @Test
  void holderThatSleptFinishesItsGrantAndThenTakesAnotherWorker() {
    Snowflake sleeper = builder().build();
    long before = sleeper.nextId();
    store.expire(0);
    Snowflake successor = builder().build();
    assertThat(successor.workerId()).isZero();
    long own = sleeper.nextId();
    assertThat(next(sleeper).worker()).isZero();
    assertThat(successor.nextId()).isNotIn(before, own);
    clock.pass(HORIZON.minusSeconds(1));
    lease(successor).resume(); // extends its grant
    clock.pass(Duration.ofSeconds(2));
    long after = sleeper.nextId();
    assertThat(after).isGreaterThan(own);
    assertThat(sleeper.workerId()).isNotZero();
    assertThat(events).contains(new WorkerLost(0));
  }

  @Test
  void lossIsToldOnceHoweverOftenNoOtherWorkerCanBeHad() {
    Snowflake ids = builder().build();
    ids.nextId();
    store.expire(0);
    assertThat(builder().build().workerId()).isZero();
    for (int round = 0; round < 3; round++) {
      answers = 1; // the rejection
      scheduler.run();
    }
    assertThat(events).filteredOn(WorkerLost.class::isInstance).hasSize(1);
    answers = Integer.MAX_VALUE;
    scheduler.run();
    assertThat(ids.workerId()).isEqualTo(1);
  }

  @Test
  void workerWhoseFirstGrantFailsIsTriedAgainBeforeAnotherIsTaken() {
    Snowflake ids = builder().build();
    ids.nextId();
    store.expire(0);
    assertThat(builder().build().workerId()).isZero();
    clock.pass(HORIZON.minusSeconds(1));
    answers = 2; // the rejection, and another worker
    scheduler.run();
    clock.pass(Duration.ofSeconds(2));
    for (int attempt = 0; attempt < 10; attempt++) {
      assertThatExceptionOfType(LeaseExpiredException.class).isThrownBy(ids::nextId);
      clock.pass(Duration.ofSeconds(1));
    }
    answers = Integer.MAX_VALUE;
    assertThat(next(ids).worker()).isEqualTo(1);
    assertThat(builder().owner("third").build().workerId()).isEqualTo(2);
  }

  @Test
  void generatorThatCannotStartLeavesNoBackgroundWork() {
    answers = 1;
    assertThatExceptionOfType(NoWorkerAvailableException.class).isThrownBy(builder()::build);
    answers = Integer.MAX_VALUE;
    assertThat(scheduler.delays()).isEmpty();
  }

  @Test
  void clockThatJumpsPastTheHorizonGetsAGrantOnDemand() {
    Snowflake ids = builder().build();
    ids.nextId();
    clock.move(Duration.ofDays(1));
    assertThat(next(ids).time()).isEqualTo(TestClock.START.plus(Duration.ofDays(1)));
    assertThat(events).contains(new ClockJumped(Duration.ofDays(1)));
  }

  @Test
  void burstNeedsNoWrite() {
    Snowflake ids = builder().build();
    int before = calls;
    assertThat(ids.layout().decode(ids.nextIds(7_000)[6_999]).timeline()).isEqualTo(3);
    ids.nextIds(50_000);
    assertThat(calls).isEqualTo(before);
  }

  @Test
  void oneWriteEachThirdOfTheHorizonAndNoneAfterClosing() {
    Snowflake ids = builder().build();
    int before = calls;
    for (int i = 0; i < 9; i++) {
      assertThat(scheduler.delays()).containsExactly(THIRD);
      pass(THIRD);
      ids.nextIds(100);
    }
    assertThat(calls - before).isEqualTo(9);
    ids.close();
    assertThat(scheduler.delays()).isEmpty();
    assertThatExceptionOfType(GeneratorClosedException.class)
        .isThrownBy(ids::nextId)
        .withMessageStartingWith("generator for worker 0 is closed; build a new one");
    ids.close();
    assertThat(calls - before).isEqualTo(10);
  }

  @Test
  void sourceWithoutAWorkerIsNamed() {
    down = true;
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(builder()::build)
        .withMessage("no worker could be leased: store is down")
        .withCauseInstanceOf(WorkerSourceException.class);
  }

  @Test
  void clockTooFarFromTheStoreIsRejectedIfAsked() {
    TestClock late = new TestClock();
    late.move(Duration.ofMinutes(-5));
    Snowflake.Builder strict = builder().clock(late).maxClockOffset(Duration.ofMinutes(1));
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(strict::build)
        .withMessageContaining("no worker could be leased: clock differs from the store clock");
    assertThat(builder().clock(late).build().workerId()).isZero();
  }

  @Test
  void horizonHasALeast() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().horizon(Duration.ofMillis(999)))
        .withMessage("horizon must be at least 1 s, but is 999 ms");
  }

  @Test
  void interruptedThreadDoesNotWaitForTheStore() {
    Snowflake ids = builder().build();
    clock.pass(HORIZON.plusSeconds(1));
    scheduler.hold(true);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(WaitInterruptedException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("interrupted while waiting for the store");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void frozenImageHoldsNoWorker() {
    Snowflake ids = builder().build();
    long before = ids.nextId();
    Snowflake other = builder().build();
    assertThat(lease(ids).suspend()).isTrue();
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("the worker has been released");
    assertThat(builder().build().workerId()).isZero();
    lease(ids).resume();
    assertThat(ids.nextId()).isGreaterThan(before);
    assertThat(ids.workerId()).isNotIn(0, other.workerId());
  }

  @Test
  void frozenImageOfAClosedGeneratorStaysClosed() {
    Snowflake ids = builder().build();
    ids.close();
    int before = calls;
    assertThat(lease(ids).suspend()).isTrue();
    lease(ids).resume();
    assertThat(calls).isEqualTo(before);
    assertThat(ids.isOpen()).isFalse();
  }

  @Test
  void workerIsReleasedForACheckpoint() {
    Snowflake ids = builder().build();
    lease(ids).suspendForCheckpoint();
    assertThatExceptionOfType(LeaseExpiredException.class).isThrownBy(ids::nextId);
    lease(ids).resume();
    assertThat(next(ids).worker()).isZero();
  }

  @Test
  void sharedSchedulerKeepsTheGrantsAhead() throws Exception {
    CountDownLatch firstRenewals = new CountDownLatch(4); // after it was acquired and granted
    CountDownLatch secondRenewals = new CountDownLatch(4);
    try (Snowflake first = onSharedScheduler(firstRenewals);
        Snowflake second = onSharedScheduler(secondRenewals)) {
      assertThat(firstRenewals.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(secondRenewals.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(first.isOpen()).isEqualTo(second.isOpen()).isTrue();
    }
  }

  private static Snowflake onSharedScheduler(CountDownLatch writes) {
    MemoryWorkerSource real = new MemoryWorkerSource(InstantSource.system());
    return Snowflake.builder()
        .worker(new FaultyWorkerSource(real, counted(writes), UnaryOperator.identity()))
        .horizon(Duration.ofSeconds(1))
        .build();
  }

  private static FaultyWorkerSource.Faults counted(CountDownLatch calls) {
    return new FaultyWorkerSource.Faults() {
      @Override
      public <T> T call(Supplier<T> work) {
        calls.countDown();
        return work.get();
      }
    };
  }

  private Snowflake.Builder ofTwoWorkers() {
    return builder()
        .layout(Layout.parse("time=41,worker=1,sequence=11,epoch=2025-01-01T00:00:00Z"));
  }

  @Test
  void startWaitsForAWorkerThatIsGivenBackMeanwhile() {
    Snowflake first = ofTwoWorkers().build();
    try (Snowflake second = ofTwoWorkers().build();
        Snowflake third = ofTwoWorkers().monotonicTime(atWaits(first::close)).build()) {
      assertThat(first.isOpen()).isFalse();
      assertThat(second.workerId()).isEqualTo(1);
      assertThat(third.workerId()).isZero();
    }
  }

  /** Returns the monotonic clock, at whose waits something happens. */
  private MonotonicTime atWaits(Runnable event) {
    return new MonotonicTime() {
      @Override
      public long nanoTime() {
        return clock.nanoTime();
      }

      @Override
      public void await(long nanos) {
        event.run();
        clock.await(nanos);
      }
    };
  }

  @Test
  void startWaitsNoLongerThanItMay() {
    try (Snowflake first = ofTwoWorkers().build();
        Snowflake second = ofTwoWorkers().build()) {
      assertThat(first.workerId() + second.workerId()).isEqualTo(1);
      long begun = clock.nanoTime();
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(ofTwoWorkers()::build)
          .withMessageContaining("no worker is free")
          .withCauseInstanceOf(WorkersHeldException.class);
      assertThat(Duration.ofNanos(clock.nanoTime() - begun)).isEqualTo(Duration.ofSeconds(30));
    }
  }

  @Test
  void storeThatCanBeReadOnlyIsWaitedForByTheFirstId() {
    AtomicBoolean readOnly = new AtomicBoolean(true);
    WorkerSource standby =
        claim -> {
          if (readOnly.get()) {
            throw new ReadOnlyStoreException("it is a standby", new IllegalStateException());
          }
          return store.acquire(claim);
        };
    try (Snowflake ids = builder().worker(standby).build()) {
      assertThat(ids.workerId()).isEqualTo(-1);
      assertThat(ids.status().state()).isEqualTo(SnowflakeStatus.State.GRANT_NEEDED);
      assertThat(ids.status().grantedUntil()).isEmpty();
      assertThat(ids.status().grantRemaining()).isEmpty();
      assertThatExceptionOfType(LeaseExpiredException.class)
          .isThrownBy(ids::nextId)
          .withMessage(
              "no worker has been leased: the store failed: store="
                  + standby
                  + ", io.snowbraid.worker.ReadOnlyStoreException: it is a standby; ids continue"
                  + " once a grant is recorded");
      readOnly.set(false); // it was promoted
      clock.pass(LeaseAccess.PAUSE);
      long id = ids.nextId();
      assertThat(ids.layout().decode(id).worker()).isEqualTo(ids.workerId()).isNotNegative();
    }
  }

  /** Whoever asks meanwhile must not wait for a round that was not requested. */
  @Test
  void requestThatIsRefusedLeavesNobodyWaiting() {
    AtomicReference<Runnable> atReading = new AtomicReference<>(() -> {});
    Snowflake ids = builder().monotonicTime(reading(atReading)).build();
    CompletableFuture<Void> answer = lease(ids).requestGrant();
    while (answer != null) { // until the limit is reached
      answer = lease(ids).requestGrant();
    }
    List<CompletableFuture<Void>> others = new ArrayList<>();
    atReading.set(
        () -> {
          CompletableFuture<Void> other = lease(ids).requestGrant();
          if (other != null) {
            others.add(other);
          }
        });
    assertThat(lease(ids).requestGrant()).isNull();
    assertThat(others).allMatch(CompletableFuture::isDone);
  }

  /** Returns the steady clock, at whose readings something happens, but not at those of that. */
  private MonotonicTime reading(AtomicReference<Runnable> event) {
    return new MonotonicTime() {
      private boolean happens;

      @Override
      public long nanoTime() {
        if (!happens) {
          happens = true;
          event.get().run();
          happens = false;
        }
        return clock.nanoTime();
      }

      @Override
      public void await(long nanos) {
        clock.await(nanos);
      }
    };
  }

  @Test
  void releaseThatIsLateIsNotThatOfALaterSuspension() throws Exception {
    CountDownLatch begins = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    WorkerSource slow =
        claim ->
            new ForwardingLease(store.acquire(claim)) {
              @Override
              public void release(long[] lastTicks) {
                begins.countDown();
                awaitUninterruptibly(ends);
                super.release(lastTicks);
              }
            };
    Snowflake ids = builder().worker(slow).build();
    Thread suspending = new Thread(() -> lease(ids).suspend());
    suspending.start();
    begins.await();
    lease(ids).resume(); // before the worker is released
    scheduler.hold(true);
    ends.countDown();
    suspending.join();
    assertThat(suspendInterrupted(ids)).isFalse();
    scheduler.hold(false);
    scheduler.run();
    assertThat(lease(ids).suspend()).isTrue();
    assertThat(builder().build().workerId()).isEqualTo(ids.workerId());
  }

  /** Suspends a generator in a thread that is interrupted once it waits, or has ended. */
  private static boolean suspendInterrupted(Snowflake ids) throws InterruptedException {
    AtomicBoolean isReleased = new AtomicBoolean();
    Thread suspending = new Thread(() -> isReleased.set(lease(ids).suspend()));
    suspending.start();
    await()
        .atMost(ofMinutes(1))
        .until(suspending::getState, EnumSet.of(State.TIMED_WAITING, State.TERMINATED)::contains);
    suspending.interrupt();
    suspending.join();
    return isReleased.get();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
