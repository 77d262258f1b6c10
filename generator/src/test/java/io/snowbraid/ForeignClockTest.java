package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.SnowflakeStatus.State;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A clock that an application hands in: it may hang, throw, and call back in. */
@Timeout(60)
@Tag("slow")
class ForeignClockTest {

  private static final String CALLER = "caller";
  private static final Duration MAX_WAIT = Duration.ofMillis(200);

  private final AtomicBoolean isFirst = new AtomicBoolean(true);
  private final CountDownLatch begins = new CountDownLatch(1);
  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicLong longestReading = new AtomicLong();
  private final AtomicReference<LongSupplier> reading =
      new AtomicReference<>(System::currentTimeMillis);
  private final MemoryWorkerSource store = new MemoryWorkerSource(InstantSource.system());
  private final InstantSource clock =
      new InstantSource() {
        @Override
        public Instant instant() {
          return Instant.ofEpochMilli(millis());
        }

        @Override
        public long millis() {
          return reading.get().getAsLong();
        }
      };

  private Snowflake.Builder builder() {
    return Snowflake.builder().worker(store).clock(clock).maxWait(MAX_WAIT).owner("host");
  }

  @AfterEach
  void answer() {
    answers.countDown();
  }

  /** Makes a call whose reading hangs, with the lock of readings held. */
  private Thread hang(Snowflake ids) throws InterruptedException {
    ids.nextId();
    reading.set(this::hung);
    Thread caller = new Thread(() -> ids.nextIds(new long[10_000]), CALLER);
    caller.setUncaughtExceptionHandler((thread, closed) -> {});
    caller.start();
    begins.await();
    return caller;
  }

  /** The first reading of the call is made without the lock; the next one hangs. */
  private long hung() {
    boolean isCaller = Thread.currentThread().getName().equals(CALLER);
    if (isCaller && !isFirst.getAndSet(false)) {
      begins.countDown();
      awaitUninterruptibly(answers);
    }
    return System.currentTimeMillis();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void otherCallsFailInTimeWhileOneHangs() throws Exception {
    try (Snowflake ids = builder().build()) {
      Thread caller = hang(ids);
      assertThatExceptionOfType(ClockFailedException.class)
          .isThrownBy(() -> ids.nextIds(new long[10_000]))
          .withMessageStartingWith("clock did not answer another call within maxWait=PT0.2S");
      answers.countDown();
      caller.join();
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  void callThatWaitsForTheClockEndsWithItsGenerator() throws Exception {
    Snowflake ids = builder().maxWait(Duration.ofSeconds(40)).build();
    Thread caller = hang(ids);
    FutureTask<Object> second = new FutureTask<>(() -> ids.nextIds(new long[10_000]), null);
    new Thread(second).start();
    Thread closer = new Thread(ids::close);
    closer.start();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> second.get(5, TimeUnit.SECONDS))
        .withCauseInstanceOf(GeneratorClosedException.class);
    answers.countDown();
    closer.join();
    caller.join();
  }

  /** Its grant is recorded in the thread of the call, which reads the clock for it. */
  @Test
  void callForAFixedNumberDoesNotWaitForAnothersReadingWithoutALimit() throws Exception {
    try (Snowflake ids = builder().worker(WorkerSource.fixed(102)).build()) {
      Thread caller = hang(ids);
      FutureTask<CompletableFuture<Void>> asked = new FutureTask<>(() -> ids.lease().ask());
      new Thread(asked).start();
      assertThat(asked.get(5, TimeUnit.SECONDS)).isNotDone();
      answers.countDown();
      caller.join();
      assertThat(ids.nextId()).isPositive();
    }
  }

  /**
   * The last of them waits for longer than it may, but for a clock that answers. On a busy machine
   * a reading may take as long as one that hangs.
   */
  @Test
  void crowdAtASlowClockIsServed() throws Exception {
    Duration maxWait = Duration.ofMillis(200);
    try (Snowflake ids = builder().maxWait(maxWait).build()) {
      reading.set(() -> slow(Duration.ofMillis(4)));
      List<FutureTask<Object>> calls =
          Stream.generate(() -> new FutureTask<Object>(() -> ids.nextIds(new long[10_000]), null))
              .limit(12)
              .toList();
      long begun = System.nanoTime();
      calls.forEach(call -> new Thread(call).start());
      for (FutureTask<Object> call : calls) {
        assertServed(call);
      }
      assertThat(System.nanoTime() - begun).isGreaterThan(maxWait.toNanos());
    }
  }

  private void assertServed(FutureTask<Object> call) throws InterruptedException {
    try {
      assertThat(call.get()).isNull();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(ClockFailedException.class);
      awaitSlowReading();
    }
  }

  /** A reading is measured when it ends, and began a moment after the call that waits saw it. */
  private void awaitSlowReading() {
    long slow = CallWait.SLOW_NANOS * 9 / 10;
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> longestReading.get() >= slow);
  }

  private long slow(Duration time) {
    long begun = System.nanoTime();
    LockSupport.parkNanos(time.toNanos());
    longestReading.accumulateAndGet(System.nanoTime() - begun, Math::max);
    return System.currentTimeMillis();
  }

  @Test
  void callThatMayNotWaitGetsWhatThereIs() throws Exception {
    try (Snowflake ids = builder().build()) {
      Thread caller = hang(ids);
      assertThat(ids.tryNextIds(new long[10_000])).isLessThan(10_000);
      answers.countDown();
      caller.join();
      assertThat(ids.tryNextIds(new long[10])).isEqualTo(10);
    }
  }

  @Test
  void statusShowsTheLastReadingAndThatTheClockDoesNotAnswer() throws Exception {
    try (Snowflake ids = builder().build()) {
      Instant before = Instant.now();
      Thread caller = hang(ids);
      SnowflakeStatus status = ids.status();
      assertThat(status.time()).isBetween(before.minusSeconds(5), Instant.now());
      while (status.state() != State.CLOCK_FAILED) {
        Thread.onSpinWait();
        status = ids.status();
      }
      answers.countDown();
      caller.join();
      assertThat(ids.status().state()).isEqualTo(State.READY);
    }
  }

  @Test
  void workerIsReleasedOnlyWhenNoReadingIsUnderWay() throws Exception {
    Snowflake ids = builder().build();
    Thread caller = hang(ids);
    long begun = System.nanoTime();
    ids.close();
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(took).isBetween(Lease.CLOSE_WAIT, Lease.CLOSE_WAIT.plusSeconds(3));
    assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(ids::nextId);
    Snowflake next = Snowflake.builder().worker(store).owner("host").build();
    assertThat(next.workerId()).isNotEqualTo(ids.workerId());
    answers.countDown();
    caller.join();
    next.close();
    Snowflake later = null;
    while (later == null || later.workerId() != ids.workerId()) {
      if (later != null) {
        later.close();
      }
      later = Snowflake.builder().worker(store).owner("host").build();
    }
    later.close();
  }

  @Test
  void clockThatThrowsIsATypedFailureAndNothingElseSuffers() {
    TestClock steady = new TestClock();
    try (Snowflake ids = builder().monotonicTime(steady).scheduler(new ManualScheduler()).build()) {
      ids.nextId();
      IllegalStateException cause = new IllegalStateException("out of order");
      reading.set(
          () -> {
            throw cause;
          });
      assertThatExceptionOfType(ClockFailedException.class)
          .isThrownBy(ids::nextId)
          .withMessage(
              "clock failed: java.lang.IllegalStateException, out of order; mend or replace it")
          .withCause(cause);
      assertThat(ids.status().state()).isEqualTo(State.CLOCK_FAILED);
      reading.set(
          () -> {
            throw new NoClassDefFoundError("clock");
          });
      assertThatExceptionOfType(ClockFailedException.class).isThrownBy(ids::nextId);
      reading.set(System::currentTimeMillis);
      assertThat(ids.nextId()).isPositive();
      assertThat(ids.status().state()).isEqualTo(State.READY);
    }
  }

  @Test
  void clockThatAsksForIdsIsRejected() {
    try (Snowflake ids = builder().worker(WorkerSource.fixed(101)).build()) {
      reading.set(ids::nextId);
      assertThatExceptionOfType(ClockFailedException.class).isThrownBy(ids::nextId);
      reading.set(System::currentTimeMillis);
      assertThat(ids.nextId()).isPositive();
    }
  }

  @Test
  void closingReadsNoClock() {
    Snowflake ids = builder().build();
    reading.set(
        () -> {
          throw new AssertionError("read");
        });
    ids.close();
    reading.set(System::currentTimeMillis);
    try (Snowflake next = Snowflake.builder().worker(store).owner("host").build()) {
      assertThat(next.workerId()).isEqualTo(ids.workerId());
    }
  }
}
