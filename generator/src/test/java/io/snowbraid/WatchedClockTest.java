package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.engine.ClockWatcher;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests the clock that a thread reads for all callers; here the test is that thread. */
class WatchedClockTest {

  private final TestClock clock = new TestClock();
  private final List<Runnable> started = new ArrayList<>();
  private final List<Runnable> looks = new ArrayList<>();
  private final MonotonicTime beat =
      new MonotonicTime() {
        @Override
        public long nanoTime() {
          return clock.nanoTime();
        }

        @Override
        public void await(long nanos) {
          clock.await(nanos);
          if (!looks.isEmpty()) {
            looks.remove(0).run();
          }
        }
      };

  private final Snowflake ids =
      Snowflake.builder()
          .worker(new SingleWorkerSource(5))
          .scheduler(new ManualScheduler())
          .clock(clock)
          .monotonicTime(beat)
          .random(new SplittableRandom(1))
          .clockWatcher(new ClockWatcher(this::start, beat))
          .build();

  private Future<?> start(Runnable watch, Duration delay) {
    started.add(watch);
    return CompletableFuture.completedFuture(delay);
  }

  private Instant nextTime() {
    return ids.layout().decode(ids.nextId()).time();
  }

  private void issue(int count) {
    for (int i = 0; i < count; i++) {
      ids.nextId();
    }
  }

  @Test
  void fewIdsNeedNoThread() {
    for (int i = 0; i < 1_000; i++) {
      issue(50);
      clock.move(Duration.ofMillis(1));
    }
    assertThat(started).isEmpty();
  }

  @Test
  void loadStartsOneThread() {
    issue(2_000);
    assertThat(started).hasSize(1);
  }

  @Test
  void threadEndsWhenTheLoadDoes() {
    issue(200);
    started.get(0).run();
    assertThat(clock.nanoTime()).isEqualTo(Duration.ofMillis(1 + 50).toNanos());
    issue(200);
    assertThat(started).hasSize(2);
  }

  @Test
  void threadGoesOnWhileThereIsLoad() {
    issue(200);
    for (int i = 0; i < 20; i++) {
      looks.add(() -> issue(100));
    }
    started.get(0).run();
    assertThat(clock.nanoTime()).isEqualTo(Duration.ofMillis(20 + 50).toNanos());
  }

  @Test
  void idsFollowTheLooksOfTheThread() {
    issue(201);
    looks.add(() -> assertThat(nextTime()).isEqualTo(TestClock.START));
    looks.add(() -> assertThat(nextTime()).isEqualTo(TestClock.START.plusMillis(2)));
    started.get(0).run();
    assertThat(looks).isEmpty();
  }

  @Test
  void idAfterAPauseCarriesThePresentTime() {
    issue(200);
    started.get(0).run();
    clock.move(Duration.ofHours(1));
    assertThat(nextTime()).isEqualTo(clock.instant());
  }

  @Test
  void callersLookForThemselvesEvery64Ids() {
    issue(200);
    looks.add(
        () -> {
          clock.move(Duration.ofHours(1));
          issue(64);
          assertThat(nextTime()).isEqualTo(clock.instant());
        });
    started.get(0).run();
    assertThat(looks).isEmpty();
  }

  @Test
  void stepBackIsSeenAtTheNextLook() {
    issue(201);
    looks.add(
        () -> {
          clock.move(Duration.ofHours(-1));
          assertThat(ids.layout().decode(ids.nextId()).timeline()).isZero();
        });
    looks.add(() -> assertThat(ids.layout().decode(ids.nextId()).timeline()).isEqualTo(1));
    started.get(0).run();
    assertThat(looks).isEmpty();
  }

  @Test
  void clockThatIsHandedInIsReadAtEachCall() {
    try (Snowflake exact =
        Snowflake.builder()
            .worker(new SingleWorkerSource(5))
            .clock(clock)
            .monotonicTime(clock)
            .build()) {
      for (int round = 0; round < 1_000; round++) {
        exact.nextIds(new long[100]);
        for (int i = 0; i < 100; i++) {
          exact.nextId();
        }
        clock.move(Duration.ofMillis(5));
        assertThat(exact.layout().decode(exact.nextId()).time()).isEqualTo(clock.instant());
      }
    }
  }

  @Test
  void oneThreadWatchesForAllGenerators() {
    ClockWatcher watch = new ClockWatcher(this::start, beat);
    List<Snowflake> busy = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      busy.add(
          Snowflake.builder()
              .worker(new SingleWorkerSource(i))
              .clock(clock)
              .clockWatcher(watch)
              .build());
      for (int k = 0; k < 2_000; k++) {
        busy.get(i).nextId();
      }
    }
    assertThat(started).hasSize(1);
    busy.forEach(Snowflake::close);
  }

  @Test
  void idsStayUniqueFromLookToLook() {
    List<Long> all = new ArrayList<>();
    issue(200);
    for (int i = 0; i < 200; i++) {
      int step = i % 7 == 0 ? -3_000 : 500;
      looks.add(
          () -> {
            clock.move(Duration.ofMillis(step));
            for (int k = 0; k < 300; k++) {
              all.add(ids.nextId());
            }
          });
    }
    started.get(0).run();
    IdChecker.requireUnique(all.stream().mapToLong(Long::longValue).toArray(), 60_000);
  }
}
