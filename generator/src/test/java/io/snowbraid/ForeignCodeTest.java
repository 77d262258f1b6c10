package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What stores and listeners find in the background threads that call them. */
class ForeignCodeTest {

  private final BlockingQueue<Optional<ClassLoader>> found = new LinkedBlockingQueue<>();

  /** Drivers and clients of stores look for classes and files there, some without a fallback. */
  @Test
  void sourceOfWorkersFindsItsOwnClassLoader() throws Exception {
    WorkerSource workers = new Noting(new SingleWorkerSource(3));
    Snowflake.builder().worker(workers).build().close();
    assertFound();
  }

  @Test
  void listenerFindsItsOwnClassLoader() throws Exception {
    SnowflakeListener listener = new NotingListener();
    TestClock clock = new TestClock();
    try (Snowflake ids =
        Snowflake.builder()
            .worker(new SingleWorkerSource(3))
            .clock(clock)
            .listener(listener)
            .build()) {
      ids.nextId();
      clock.move(Duration.ofHours(-1));
      ids.nextId();
      assertFound();
    }
  }

  @Test
  void workerThatTheLayoutDoesNotHaveIsRejected() {
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> Snowflake.builder().worker(new SingleWorkerSource(128)).build())
        .withMessageStartingWith(
            "no worker could be leased: leased worker must be between 0 and 127, but is 128 (source"
                + " SingleWorkerSource[worker=128])");
  }

  @Test
  void lastTicksThatTheLayoutDoesNotHaveAreRejected() {
    WorkerSource tooFew = request -> new WithLastTicks(lease(request), 5);
    WorkerSource negative = request -> new WithLastTicks(lease(request), -2, -1, -1, -1);
    Layout layout =
        Layout.parse(
            "time=41,rollback=1,timeline=1,worker=7,sequence=11,epoch=2025-01-01T00:00:00Z");
    for (WorkerSource lying : List.of(tooFew, negative)) {
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> Snowflake.builder().layout(layout).worker(lying).build())
          .withMessageStartingWith(
              "no worker could be leased: lease must have one tick of at least -1 for each of 4"
                  + " lanes, but has [");
    }
  }

  @Test
  void leaseIsNotAskedForItsWorkerAgain() {
    AtomicInteger asked = new AtomicInteger();
    WorkerSource changing =
        request ->
            new ForwardingLease(lease(request)) {
              @Override
              public int worker() {
                return asked.getAndIncrement() == 0 ? 3 : 1 << 28;
              }
            };
    try (Snowflake ids = Snowflake.builder().worker(changing).build()) {
      assertThat(ids.layout().decode(ids.nextId()).worker()).isEqualTo(3);
      assertThat(ids.workerId()).isEqualTo(3);
    }
  }

  @Test
  void intervalThatIsNullIsRejected() {
    WorkerSource lying =
        request ->
            new ForwardingLease(lease(request)) {
              @Override
              @SuppressWarnings("NullAway")
              public Optional<Duration> recheckAfter() {
                return null;
              }
            };
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> Snowflake.builder().worker(lying).build())
        .withMessageStartingWith(
            "no worker could be leased: recheckAfter of a lease must not be null");
  }

  /** Whatever the text of a source or an error does, rounds go on. */
  @Test
  void textsThatThrowEndNoRounds() {
    TestClock clock = new TestClock();
    ManualScheduler scheduler = new ManualScheduler();
    AtomicBoolean fails = new AtomicBoolean();
    WorkerSource mute = new Mute(fails);
    try (Snowflake ids =
        Snowflake.builder()
            .worker(mute)
            .clock(clock)
            .monotonicTime(clock)
            .scheduler(scheduler)
            .build()) {
      fails.set(true);
      clock.pass(Duration.ofMinutes(2));
      scheduler.run();
      assertThatExceptionOfType(LeaseExpiredException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining(Mute.class.getName() + ", whose text failed");
      assertThat(ids.status().storeFailure()).isPresent();
      fails.set(false);
      clock.pass(Duration.ofMinutes(1));
      scheduler.run();
      assertThat(ids.tryNextIds(new long[1])).isEqualTo(1);
    }
  }

  private record Mute(AtomicBoolean fails) implements WorkerSource {

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      return new ForwardingLease(lease(request)) {
        @Override
        public boolean extend(long[] lastTicks) {
          if (fails.get()) {
            throw new AssertionError("on purpose, for a test") {
              @Override
              public String getMessage() {
                throw new IllegalStateException("no text");
              }
            };
          }
          return true;
        }
      };
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }

  private static WorkerLease lease(WorkerRequest request) {
    return new SingleWorkerSource(3).acquire(request);
  }

  private static final class WithLastTicks extends ForwardingLease {

    private final long[] ticks;

    WithLastTicks(WorkerLease lease, long... ticks) {
      super(lease);
      this.ticks = ticks;
    }

    @Override
    public long[] lastTicks() {
      return ticks.clone();
    }
  }

  private void assertFound() throws InterruptedException {
    assertThat(found.poll(1, TimeUnit.MINUTES)).contains(ForeignCodeTest.class.getClassLoader());
  }

  private void note() {
    found.add(Optional.ofNullable(Thread.currentThread().getContextClassLoader()));
  }

  private final class Noting implements WorkerSource {

    private final WorkerSource numbers;

    Noting(WorkerSource numbers) {
      this.numbers = numbers;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
      note();
      return numbers.acquire(request);
    }
  }

  private final class NotingListener implements SnowflakeListener {

    @Override
    public void onEvent(SnowflakeEvent event) {
      note();
    }
  }
}
