package io.snowbraid;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.ForwardJumpIgnored;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerChanged;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import io.snowbraid.engine.LeaseAccess;
import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.internal.ThreadShortage;
import io.snowbraid.internal.Threads;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what can happen to a lease by accident, one fault at a time. */
class LeaseFaultsTest {

  private static final Duration HORIZON = Duration.ofMinutes(1);
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final TestClock clock = new TestClock();
  private final TestClock storeClock = new TestClock();
  private final MemoryWorkerSource store = new MemoryWorkerSource(storeClock);
  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<SnowflakeEvent> events = new ArrayList<>();
  private Runnable beforeCall = () -> {};
  private int calls;
  private int owners;

  private final WorkerSource workers =
      new FaultyWorkerSource(store, this::call, UnaryOperator.identity());

  private <T> T call(Supplier<T> work) {
    calls++;
    beforeCall.run();
    return work.get();
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

  private void pass(Duration time) {
    clock.pass(time);
    storeClock.pass(time);
    scheduler.run();
  }

  private static IdParts parts(long id) {
    return Layout.DEFAULT.decode(id);
  }

  @Test
  void copyOfTheMemoryEndsAtItsNextWrite() {
    List<WorkerLease> leases = new ArrayList<>();
    WorkerSource copied =
        claim -> {
          WorkerLease lease = store.acquire(claim);
          leases.add(lease);
          return lease;
        };
    Snowflake ids = builder().worker(copied).build();
    WorkerLease copy = MemoryWorkerSource.copyOf(leases.get(0));
    assertThat(copy.extend(copy.lastTicks())).isTrue();
    int worker = ids.workerId();
    clock.move(Duration.ofHours(1));
    ids.nextId();
    assertThat(events).contains(new WorkerLost(worker));
    assertThat(ids.workerId()).isNotEqualTo(worker);
  }

  @Test
  void jumpOfTheWallClockMakesTheLeaseWriteAtOnce() {
    Snowflake ids = builder().build();
    ids.nextId();
    int before = calls;
    clock.move(Duration.ofSeconds(30)); // within the grant
    ids.nextId();
    assertThat(calls).isEqualTo(before + 1);
    assertThat(events).containsExactly(new ClockJumped(Duration.ofSeconds(30)));
  }

  @Test
  void idsOfTheNextWorkerAreGreaterThanABurst() {
    Snowflake ids = builder().build();
    for (int round = 1; round <= 3; round++) {
      long last = ids.nextIds(50_000)[49_999];
      clock.move(Duration.ofMillis(-900));
      loseWorker(ids);
      assertThat(ids.nextId()).isGreaterThan(last);
      assertThat(events).filteredOn(WorkerLost.class::isInstance).hasSize(round);
      clock.move(Duration.ofMillis(900));
    }
  }

  @Test
  void workerThatIssuedNothingHandsOnWhereTheOneBeforeStood() {
    Snowflake ids = builder().build();
    long last = ids.nextIds(50_000)[49_999];
    clock.move(Duration.ofMillis(-900));
    loseWorker(ids);
    loseWorker(ids);
    assertThat(ids.nextId()).isGreaterThan(last);
    assertThat(events).filteredOn(WorkerLost.class::isInstance).hasSize(2);
  }

  @Test
  void wildTickIsNotCarriedToTheNextWorker() {
    Snowflake ids = builder().build();
    clock.move(Duration.ofSeconds(50)); // within the grant
    ids.nextId();
    clock.move(Duration.ofSeconds(-50));
    loseWorker(ids);
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
    assertThat(events).contains(new WorkerLost(0));
  }

  /** Whatever fails when the worker changes, nothing is lost: it is done again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void idsOfTheNextWorkerAreGreaterAlthoughTheClockFailedOnce(int reading) {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    Snowflake ids = builder().clock(failingAt(left)).build();
    long last = ids.nextIds(50_000)[49_999];
    clock.move(Duration.ofMillis(-900));
    left.set(reading);
    loseWorker(ids);
    left.set(Integer.MAX_VALUE);
    clock.passUnseen(Duration.ofSeconds(1));
    scheduler.run(); // notices the loss, if the round before failed
    assertThat(ids.nextId()).isGreaterThan(last);
    assertThat(events).filteredOn(WorkerLost.class::isInstance).hasSize(1);
  }

  private InstantSource failingAt(AtomicInteger reading) {
    return () -> {
      if (reading.decrementAndGet() == 0) {
        throw new IllegalStateException("out of order for a moment");
      }
      return clock.instant();
    };
  }

  /** Another generator of the same owner takes the worker, as if this one were dead. */
  private void loseWorker(Snowflake ids) {
    int worker = ids.workerId();
    store.expire(worker);
    assertThat(builder().build().workerId()).isEqualTo(worker);
    scheduler.run();
  }

  @Test
  void errorOfTheStoreIsAFailureLikeAnyOther() {
    Snowflake ids = builder().build();
    beforeCall =
        () -> {
          throw new NoClassDefFoundError("driver");
        };
    int before = calls;
    pass(HORIZON.dividedBy(3));
    assertThat(ids.status().storeFailure()).containsInstanceOf(WorkerSourceException.class);
    assertThat(events).hasAtLeastOneElementOfType(StoreFailed.class);
    pass(HORIZON);
    for (int i = 0; i < 50; i++) {
      assertThatExceptionOfType(LeaseExpiredException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("NoClassDefFoundError");
    }
    assertThat(calls - before).isLessThanOrEqualTo(3);
    beforeCall = () -> {};
    scheduler.run();
    assertThat(ids.nextId()).isPositive();
    assertThat(ids.status().storeFailure()).isEmpty();
  }

  @Test
  void listenersMayIssueCloseAndThrowErrors() throws Exception {
    AtomicReference<Snowflake> opened = new AtomicReference<>();
    List<Long> issued = new CopyOnWriteArrayList<>();
    CountDownLatch begins = new CountDownLatch(1);
    SnowflakeListener bold =
        event -> {
          awaitUninterruptibly(begins);
          issued.add(opened.get().nextId());
          opened.get().close();
          throw new AssertionError("on purpose, for a test");
        };
    CountDownLatch others = new CountDownLatch(2);
    Snowflake ids =
        builder()
            .scheduler(Threads.SHARED)
            .listener(bold)
            .listener(event -> others.countDown())
            .build();
    opened.set(ids);
    ids.nextId();
    clock.move(Duration.ofHours(-1));
    long id = ids.nextId(); // although a listener blocks
    others.await();
    begins.countDown();
    await().atMost(ofMinutes(1)).until(() -> !ids.isOpen());
    ids.close();
    assertThat(issued).hasSize(1).doesNotContain(id);
    awaitFreeWorker(0);
  }

  @Test
  void readingBeyondTheLayoutPlansNothing() {
    Snowflake ids = builder().worker(new SingleWorkerSource(5)).build();
    ids.nextId();
    clock.move(Duration.ofDays(365 * 974));
    assertThatExceptionOfType(LayoutExhaustedException.class).isThrownBy(ids::nextId);
    scheduler.run();
    clock.set(TestClock.START);
    assertThat(parts(ids.nextId()))
        .extracting(IdParts::rollback, IdParts::timeline)
        .containsExactly(0, 0);
  }

  @Test
  void forwardJumpThatTheStoreDeniesIsBridgedByTheSteadyClock() {
    Snowflake ids = builder().build();
    long before = ids.nextId();
    clock.move(Duration.ofDays(365));
    long during = ids.nextId();
    assertThat(parts(during).time()).isEqualTo(TestClock.START);
    assertThat(during).isGreaterThan(before);
    assertThat(events).hasAtLeastOneElementOfType(ForwardJumpIgnored.class);
    pass(Duration.ofSeconds(10));
    assertThat(parts(ids.nextId()).time()).isEqualTo(TestClock.START.plusSeconds(10));
    clock.move(Duration.ofDays(-365));
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
    assertThat(ids.status().rollback()).isZero();
  }

  @Test
  void forwardJumpThatLastsIsBelieved() {
    Snowflake ids = builder().build();
    ids.nextId();
    clock.move(Duration.ofDays(365));
    ids.nextId();
    pass(Duration.ofSeconds(31));
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
    pass(Duration.ofMinutes(5));
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
  }

  @Test
  void machineThatSleptAgreesWithTheStore() {
    storeClock.move(Duration.ofHours(3)); // a constant difference is not a jump
    Snowflake ids = builder().build();
    ids.nextId();
    clock.move(Duration.ofHours(8));
    storeClock.move(Duration.ofHours(8));
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
    assertThat(events).doesNotHaveAnyElementsOfTypes(ForwardJumpIgnored.class);
  }

  @Test
  void clockBeforeAllLanesTakesAnotherWorkerTwiceAnHour() {
    Snowflake ids = builder().forwardJumpDelay(Duration.ZERO).build();
    for (int change = 0; change < 2; change++) {
      int worker = ids.workerId();
      useUpAllLanes(ids);
      assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
      assertThat(ids.workerId()).isNotEqualTo(worker);
      assertThat(events).contains(new WorkerChanged(worker, ids.workerId()));
    }
    useUpAllLanes(ids);
    assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(ids::nextId);
    clock.passUnseen(Duration.ofHours(1));
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
  }

  @Test
  void storeThatFailsForAMomentCostsNoChangeOfTheWorker() {
    AtomicInteger failures = new AtomicInteger();
    Snowflake ids =
        builder()
            .worker(
                claim -> {
                  if (failures.getAndDecrement() > 0) {
                    throw FaultyWorkerSource.failure("connection refused");
                  }
                  return store.acquire(claim);
                })
            .forwardJumpDelay(Duration.ZERO)
            .build();
    int worker = ids.workerId();
    useUpAllLanes(ids);
    failures.set(5);
    assertThat(parts(ids.nextId()).time()).isAfterOrEqualTo(TestClock.START);
    assertThat(events).contains(new WorkerChanged(worker, ids.workerId()));
  }

  /** A worker that is released must not issue, also if its lease throws and the old one does. */
  @Test
  void otherWorkerWhoseLeaseThrowsIssuesNothing() {
    AtomicBoolean isBroken = new AtomicBoolean();
    Snowflake ids =
        builder()
            .worker(request -> new Throwing(store.acquire(request), isBroken))
            .forwardJumpDelay(Duration.ZERO)
            .build();
    int worker = ids.workerId();
    useUpAllLanes(ids);
    isBroken.set(true);
    assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(ids::nextId);
    assertThat(ids.workerId()).isEqualTo(worker);
    assertThat(events).doesNotHaveAnyElementsOfTypes(WorkerChanged.class);
    try (Snowflake other = builder().owner("other").build()) { // no worker stayed held
      assertThat(other.workerId()).isEqualTo(worker + 1);
    }
  }

  /** While it is broken, the first worker cannot be extended, and others have no warnings. */
  private static final class Throwing extends ForwardingLease {

    private final AtomicBoolean isBroken;

    Throwing(WorkerLease lease, AtomicBoolean isBroken) {
      super(lease);
      this.isBroken = isBroken;
    }

    @Override
    public boolean extend(long[] lastTicks) {
      if (isBroken.get() && worker() == 0) {
        throw FaultyWorkerSource.failure("connection refused");
      }
      return super.extend(lastTicks);
    }

    @Override
    public List<String> warnings() {
      if (isBroken.get()) {
        throw new IllegalStateException("no warnings, on purpose, for a test");
      }
      return super.warnings();
    }
  }

  @Test
  void workerIsExtendedAlthoughNoOtherCanBeAskedFor() {
    AtomicBoolean fails = new AtomicBoolean();
    WorkerSource full =
        claim -> {
          if (fails.get()) {
            throw FaultyWorkerSource.failure("no row may be inserted");
          }
          return store.acquire(claim);
        };
    Snowflake ids = builder().worker(full).forwardJumpDelay(Duration.ZERO).build();
    useUpAllLanes(ids);
    fails.set(true);
    for (int i = 0; i < 5; i++) {
      assertThatExceptionOfType(ClockRollbackException.class).isThrownBy(ids::nextId);
      clock.passUnseen(HORIZON);
      scheduler.run();
      assertThat(ids.status().grantAge().orElseThrow()).isLessThan(HORIZON);
    }
  }

  /** The old worker and a new one are held for a moment; none of them may stay held for longer. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void changeDuringWhichTheClockFailsLeavesNoWorkerHeld(int reading) {
    Layout four = Layout.parse(Layout.DEFAULT.toString().replace("worker=7", "worker=3"));
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    try (Snowflake ids =
        builder().layout(four).clock(failingAt(left)).forwardJumpDelay(Duration.ZERO).build()) {
      useUpAllLanes(ids);
      left.set(reading);
      assertThat(catchThrowable(ids::nextId))
          .satisfiesAnyOf(
              failure -> assertThat(failure).isNull(),
              failure -> assertThat(failure).isInstanceOf(SnowbraidException.class));
      left.set(Integer.MAX_VALUE);
      clock.passUnseen(Duration.ofSeconds(1));
      assertThat(four.decode(ids.nextId()).worker()).isEqualTo(ids.workerId());
    }
    for (int i = 0; i < four.workers(); i++) {
      assertThat(builder().layout(four).owner("host" + i).build().workerId()).isNotNegative();
    }
  }

  private void useUpAllLanes(Snowflake ids) {
    clock.set(TestClock.START.plus(Duration.ofDays(2)));
    for (int lane = 0; lane < 16; lane++) {
      clock.passUnseen(Duration.ofSeconds(1));
      ids.nextId();
      clock.move(Duration.ofMinutes(-2));
    }
    clock.set(TestClock.START);
    clock.passUnseen(Duration.ofSeconds(1));
  }

  @Test
  void grantsOnlyGrow() {
    Snowflake ids = builder().build();
    ids.nextId();
    clock.move(Duration.ofMinutes(-30));
    ids.nextIds(3);
    pass(HORIZON.dividedBy(3));
    beforeCall =
        () -> {
          throw FaultyWorkerSource.failure("store is down");
        };
    clock.set(TestClock.START.plusSeconds(50)); // granted before the clock stepped back
    assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
  }

  @Test
  void stepBackToTheSpareGenerationNeedsNoStore() {
    Snowflake ids = builder().build();
    ids.nextId();
    beforeCall =
        () -> {
          throw FaultyWorkerSource.failure("store is down");
        };
    for (int step = 1; step < 8; step++) {
      clock.move(Duration.ofMinutes(-10));
      clock.passUnseen(Duration.ofSeconds(1));
      IdParts parts = parts(ids.nextId());
      assertThat(parts.rollback() * 4 + parts.timeline()).isEqualTo(step);
    }
    clock.move(Duration.ofMinutes(-10));
    assertThatExceptionOfType(LeaseExpiredException.class).isThrownBy(ids::nextId);
  }

  /** As the promises say: of 15 steps, two need a grant that is not there yet. */
  @Test
  void onlyTheEighthAndTheTwelfthStepBackWaitForTheStore() {
    Snowflake ids = builder().build();
    ids.nextId();
    List<Integer> waiting = new ArrayList<>();
    for (int step = 1; step <= 15; step++) {
      clock.move(Duration.ofMinutes(-10));
      clock.passUnseen(Duration.ofSeconds(1));
      events.clear();
      assertThat(parts(ids.nextId()).time()).isEqualTo(clock.instant());
      if (events.stream().anyMatch(Waited.class::isInstance)) {
        waiting.add(step);
      }
    }
    assertThat(waiting).containsExactly(8, 12);
  }

  @Test
  void writesThatCallersCauseAreBounded() {
    Snowflake ids = builder().build();
    int before = calls;
    for (int i = 0; i < 1_000; i++) {
      clock.move(Duration.ofSeconds(i % 2 == 0 ? -40 : 40));
      clock.passUnseen(Duration.ofMillis(10));
      ids.nextId();
    }
    assertThat(calls - before).isLessThanOrEqualTo(20 + 10);
  }

  @Test
  void nothingIsHeldAfterABuildThatFailed() {
    beforeCall =
        () -> {
          if (calls == 2) { // the first grant
            throw new StackOverflowError("on purpose, for a test");
          }
        };
    assertThatExceptionOfType(NoWorkerAvailableException.class).isThrownBy(builder()::build);
    beforeCall = () -> {};
    assertThat(builder().owner("other").build().workerId()).isZero();
    assertThat(scheduler.delays()).hasSize(1);
  }

  @Test
  void durationsMayBeForEver() {
    Snowflake ids = builder().horizon(FOREVER).maxWait(FOREVER).maxLead(FOREVER).build();
    assertThat(ids.nextId()).isPositive();
    assertThat(ids.status().grantedUntil()).contains(Layout.DEFAULT.lastInstant());
  }

  @Test
  void recordThatIsGoneEndsTheGeneratorForGood() {
    Snowflake ids = builder().build();
    ids.nextId();
    beforeCall =
        () -> {
          throw new WorkerRecordLostException("worker record was deleted; restart");
        };
    pass(HORIZON.dividedBy(3));
    beforeCall = () -> {};
    int before = calls;
    for (int i = 0; i < 3; i++) {
      pass(HORIZON);
      assertThatExceptionOfType(GeneratorStoppedException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("worker record was deleted; restart");
    }
    assertThat(calls).isEqualTo(before);
    assertThat(ids.status().state()).isEqualTo(SnowflakeStatus.State.STOPPED);
    assertThatExceptionOfType(GeneratorStoppedException.class)
        .isThrownBy(() -> ids.tryNextIds(new long[1]))
        .withMessageContaining("worker record was deleted; restart");
    ids.close();
    assertThat(ids.status().state()).isEqualTo(SnowflakeStatus.State.CLOSED);
  }

  @Test
  void recordThatCannotBeSeenStopsIdsAtOnceUntilItIsSeenAgain() {
    Snowflake ids = builder().build();
    int worker = ids.workerId();
    long before = ids.nextId();
    beforeCall =
        () -> {
          throw new WorkerRecordHiddenException("permission was denied; grant it");
        };
    pass(HORIZON.dividedBy(3));
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("permission was denied; grant it")
        .withCauseInstanceOf(WorkerRecordHiddenException.class);
    assertThat(ids.status().grantAge()).isEmpty();
    beforeCall = () -> {};
    clock.pass(LeaseAccess.PAUSE);
    assertThat(ids.nextId()).isGreaterThan(before);
    assertThat(ids.workerId()).isEqualTo(worker);
  }

  @Test
  void callThatTheStoreDoesNotAnswerNamesTheStoreAndItsLastFailure() {
    Snowflake ids = builder().build();
    beforeCall =
        () -> {
          throw FaultyWorkerSource.failure("connection refused");
        };
    pass(HORIZON.dividedBy(3));
    clock.pass(HORIZON);
    scheduler.hold(true); // from now on it hangs
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("the store did not answer within maxWait=1 s: store=" + workers)
        .havingCause()
        .withMessage("connection refused");
  }

  @Test
  void callThatTheStoreRefusesNamesTheStore() {
    Snowflake ids = builder().build();
    beforeCall =
        () -> {
          throw FaultyWorkerSource.failure("connection refused");
        };
    clock.move(HORIZON.multipliedBy(2));
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("the store failed: store=" + workers)
        .havingCause()
        .withMessage("connection refused");
  }

  private Scheduler withoutTimerWhile(AtomicBoolean isShort) {
    return (work, delay) -> {
      if (isShort.get() && !delay.isZero()) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      return scheduler.schedule(work, delay);
    };
  }

  /** The round is done; only the next one cannot be scheduled. */
  @Test
  void callIsAnsweredAlthoughTheNextRoundCannotBeScheduled() {
    AtomicBoolean isShort = new AtomicBoolean();
    Snowflake ids = builder().scheduler(withoutTimerWhile(isShort)).build();
    isShort.set(true);
    clock.move(HORIZON.multipliedBy(2));
    long before = clock.nanoTime();
    assertThat(ids.nextId()).isPositive();
    assertThat(clock.nanoTime()).isEqualTo(before);
  }

  /** A fixed number is recorded in the calling thread. */
  @Test
  void fixedNumberIssuesAlthoughTheNextRoundCannotBeScheduled() {
    AtomicBoolean isShort = new AtomicBoolean();
    try (Snowflake ids =
        builder().worker(WorkerSource.fixed(77)).scheduler(withoutTimerWhile(isShort)).build()) {
      isShort.set(true);
      clock.move(HORIZON.multipliedBy(2));
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  void clockThatFailsInARoundIsNotBlamedOnTheStore() {
    AtomicInteger readings = new AtomicInteger(Integer.MAX_VALUE);
    InstantSource failing =
        () -> {
          if (readings.getAndDecrement() == 0) {
            throw new IllegalStateException("no time");
          }
          return clock.instant();
        };
    Snowflake ids = builder().clock(failing).build();
    clock.move(HORIZON.multipliedBy(2));
    readings.set(2); // those of the call itself
    assertThatExceptionOfType(ClockFailedException.class)
        .isThrownBy(ids::nextId)
        .withMessageStartingWith("clock failed: java.lang.IllegalStateException, no time")
        .havingCause()
        .isInstanceOf(ClockFailedException.class);
  }

  @Test
  void grantOfALostWorkerHasNoAge() {
    Snowflake ids = builder().build();
    assertThat(ids.status().grantAge()).isPresent();
    beforeCall =
        () -> {
          throw new WorkerRecordLostException("row was deleted");
        };
    clock.move(HORIZON.multipliedBy(2));
    assertThatExceptionOfType(GeneratorStoppedException.class).isThrownBy(ids::nextId);
    assertThat(ids.status().grantAge()).isEmpty();
  }

  @Test
  void callThatFindsNoThreadFailsAndTheNextOneTriesAgain() {
    ThreadShortage shortage = new ThreadShortage(false);
    try (Snowflake ids =
        builder().scheduler(shortage).monotonicTime(MonotonicTime.SYSTEM).build()) {
      shortage.set(true);
      shortage.awaitIdle();
      assertThat(ids.nextId()).isPositive();
      clock.move(Duration.ofMinutes(2)); // past the grant
      assertThatExceptionOfType(LeaseExpiredException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("no thread could be started; stop some");
      shortage.set(false);
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  void closeDuringAWriteReleasesWhenThatIsAnswered() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Snowflake ids = builder().scheduler(Threads.SHARED).build();
    beforeCall =
        () -> {
          beforeCall = () -> {};
          hangs.countDown();
          awaitUninterruptibly(goesOn);
        };
    clock.move(Duration.ofMinutes(2)); // needs a write
    Thread caller = new Thread(() -> assertThat(catchThrowable(ids::nextId)).isNotNull());
    caller.start();
    hangs.await();
    Thread closer = new Thread(ids::close);
    closer.start();
    await().atMost(ofMinutes(1)).until(() -> !ids.isOpen());
    goesOn.countDown();
    closer.join();
    caller.join();
    awaitFreeWorker(0);
  }

  /** A close that has waited for long enough ends before the worker is released. */
  private void awaitFreeWorker(int worker) {
    await()
        .atMost(ofMinutes(1))
        .until(
            () -> {
              try (Snowflake other = builder().owner("other " + owners++).build()) {
                return other.workerId() == worker;
              }
            });
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void hungStoreHoldsUpNoOtherGenerator() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    List<Snowflake> hung = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      hung.add(builder().scheduler(Threads.SHARED).listener(e -> {}).build());
    }
    beforeCall = () -> awaitUninterruptibly(goesOn);
    MemoryWorkerSource other = new MemoryWorkerSource(storeClock);
    clock.move(Duration.ofMinutes(2));
    hung.forEach(ids -> new LeaseAccess(ids.issuer()).refresh());
    try (Snowflake healthy =
        builder().scheduler(Threads.SHARED).worker(other).maxWait(ofMinutes(1)).build()) {
      for (int i = 0; i < 100; i++) {
        clock.pass(Duration.ofSeconds(61)); // each needs a write
        assertThat(healthy.nextId()).isPositive();
      }
      SnowflakeStatus status = hung.get(0).status();
      assertThat(status.storeFailure().orElseThrow())
          .hasMessageContaining("worker store has not answered for ");
    } finally {
      goesOn.countDown();
    }
    hung.forEach(Snowflake::close);
  }

  @Test
  void sourceThatHangsIsNamedInTheStatus() {
    Snowflake ids = builder().build();
    List<SnowflakeStatus> seen = new ArrayList<>();
    beforeCall =
        () -> {
          clock.passUnseen(Duration.ofSeconds(13));
          seen.add(ids.status());
        };
    pass(HORIZON.dividedBy(3));
    assertThat(seen.get(0).storeFailure().orElseThrow())
        .hasMessageContaining("worker store has not answered for 13 s");
    assertThat(ids.status().storeFailure()).isEmpty();
  }
}
