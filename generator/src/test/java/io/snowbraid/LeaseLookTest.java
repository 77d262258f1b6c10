package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRecordLostException;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * Tests records that may be deleted under a running process: the holder looks at them every second.
 */
class LeaseLookTest {

  private static final Duration LOOK = Duration.ofSeconds(1);
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
      return Optional.of(LOOK);
    }

    @Override
    public boolean isHeld() {
      looks++;
      return record.getAsBoolean();
    }
  }

  /** Lets a second pass, and all that is due then happen. */
  private void passASecond() {
    clock.pass(LOOK);
    scheduler.run();
  }

  private static BooleanSupplier failing(WorkerSourceException failure) {
    return () -> {
      throw failure;
    };
  }

  @Test
  void recordIsLookedAtEverySecondAndWrittenWhenThatIsDue() {
    ids.nextId();
    int seconds = (int) HORIZON.dividedBy(3).toSeconds();
    for (int second = 1; second < seconds; second++) {
      passASecond();
      assertThat(looks).isEqualTo(second);
      assertThat(scheduler.delays()).containsExactly(LOOK);
    }
    assertThat(writes).isEqualTo(1);
    passASecond();
    assertThat(looks).isEqualTo(seconds);
    assertThat(writes).isEqualTo(2);
  }

  @Test
  void noCallLooks() {
    ids.nextId();
    clock.pass(HORIZON.dividedBy(2));
    assertThat(ids.nextId()).isPositive();
    assertThat(ids.tryNextIds(new long[1])).isEqualTo(1);
    assertThat(looks).isZero();
  }

  @Test
  void workerOfAnotherHolderIsLeftAtTheNextLook() {
    ids.nextId();
    record = () -> false;
    passASecond();
    assertThat(ids.workerId()).isEqualTo(1);
    assertThat(ids.nextId()).isPositive();
  }

  @Test
  void recordThatIsGoneEndsTheGenerator() {
    ids.nextId();
    record = failing(new WorkerRecordLostException("directory was deleted; restart"));
    passASecond();
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(GeneratorStoppedException.class)
          .isThrownBy(ids::nextId)
          .withMessageContaining("directory was deleted; restart");
      clock.pass(HORIZON);
      scheduler.run();
    }
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void looksThatFailAreNoAnswerAndPostponeNoWrite() {
    ids.nextId();
    record = failing(new WorkerSourceException("too many open files"));
    for (int second = 0; second < 2 * HORIZON.toSeconds(); second++) {
      passASecond();
      assertThat(ids.nextId()).isPositive();
    }
    assertThat(writes).isGreaterThan(5);
    assertThat(ids.status().storeFailure().orElseThrow()).hasMessage("too many open files");
  }

  @Test
  void looksGoOnWhileWritesFailAndClearNoFailure() {
    ids.nextId();
    isFull = true;
    for (int second = 0; second < HORIZON.toSeconds(); second++) {
      passASecond();
      assertThat(ids.nextId()).isPositive();
    }
    assertThat(looks).isEqualTo((int) HORIZON.toSeconds());
    assertThat(writes).isGreaterThan(5);
    assertThat(ids.status().storeFailure().orElseThrow()).hasMessage("disk is full");
    clock.pass(Duration.ofMillis(1));
    assertThatExceptionOfType(LeaseExpiredException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("disk is full");
    isFull = false;
    clock.pass(LOOK);
    assertThat(ids.nextId()).isPositive();
  }

  @Test
  void recordThatIsGoneEndsTheGeneratorAlthoughAWriteJustFailed() {
    ids.nextId();
    isFull = true;
    clock.pass(HORIZON.dividedBy(3));
    scheduler.run();
    record = failing(new WorkerRecordLostException("directory was deleted; restart"));
    passASecond();
    assertThatExceptionOfType(GeneratorStoppedException.class).isThrownBy(ids::nextId);
  }

  /** A look takes time, so the next grant is planned after it. */
  @Test
  void grantIsPlannedAfterTheLook() {
    ids.nextId();
    record =
        () -> {
          clock.pass(HORIZON.dividedBy(2));
          return true;
        };
    clock.pass(HORIZON.dividedBy(3));
    scheduler.run();
    Instant granted = ids.status().grantedUntil().orElseThrow();
    assertThat(granted).isAfterOrEqualTo(clock.instant().plus(HORIZON));
  }
}
