package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.SnowflakeStatus.State;
import io.snowbraid.engine.LeaseAccess;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class StatusTest {

  private static final Duration HORIZON = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final TestClock clock = new TestClock();
  private final MemoryWorkerSource store = new MemoryWorkerSource(clock);
  private final ManualScheduler scheduler = new ManualScheduler();

  private Snowflake.Builder builder() {
    return Snowflake.builder()
        .worker(store)
        .clock(clock)
        .monotonicTime(clock)
        .scheduler(scheduler)
        .random(new SplittableRandom(1))
        .horizon(HORIZON);
  }

  private Snowflake.Builder fixed() {
    return builder().worker(new SingleWorkerSource(5));
  }

  @Test
  void newGeneratorIsReadyAndHasIssuedNothing() {
    try (Snowflake ids = builder().build()) {
      assertThat(ids.status())
          .hasToString(
              "SnowflakeStatus[time=%s, state=READY, rollback=0, timeline=0,"
                      .formatted(TestClock.START)
                  + " lastIdTime=Optional.empty, lead=PT0S, grantedUntil=Optional[%s],"
                      .formatted(TestClock.START.plus(HORIZON))
                  + " grantAge=Optional[PT0S], issued=0, storeFailure=Optional.empty,"
                  + " warnings=[]]");
    }
  }

  @Test
  void fixedWorkerIsGrantedLikeAnyOther() {
    try (Snowflake ids = fixed().build()) {
      assertThat(ids.workerId()).isEqualTo(5);
      assertThat(ids.status())
          .extracting(SnowflakeStatus::grantedUntil, SnowflakeStatus::grantAge)
          .containsExactly(Optional.of(TestClock.START.plus(HORIZON)), Optional.of(Duration.ZERO));
    }
  }

  @Test
  void laneTimeAndLeadAreThoseOfTheLatestId() {
    try (Snowflake ids = builder().build()) {
      ids.nextId();
      clock.move(HOUR.negated());
      IdParts parts = ids.layout().decode(ids.nextId());
      clock.move(Duration.ofMillis(-300));
      assertThat(ids.status())
          .extracting(
              SnowflakeStatus::rollback,
              SnowflakeStatus::timeline,
              SnowflakeStatus::lastIdTime,
              SnowflakeStatus::lead)
          .containsExactly(0, 1, Optional.of(parts.time()), Duration.ofMillis(300));
    }
  }

  @Test
  void idsAreCountedAcrossTicksOverflowsSwitchesAndArrays() {
    try (Snowflake ids = fixed().build()) {
      long issued = 0;
      for (int round = 0; round < 50; round++) {
        ids.nextId();
        ids.nextIds(round * 97);
        issued += 1 + round * 97L;
        assertThat(ids.status().issued()).isEqualTo(issued);
        clock.move(round % 7 == 3 ? HOUR.negated() : round % 7 == 4 ? HOUR : Duration.ofMillis(1));
      }
    }
  }

  @Test
  void whatIsGivenBackWasNotIssued() {
    Snowflake ids = builder().build();
    ids.nextIds(10);
    new LeaseAccess(ids.issuer()).suspend();
    assertThat(ids.status().issued()).isEqualTo(10);
    new LeaseAccess(ids.issuer()).resume();
    clock.pass(Duration.ofMillis(1));
    ids.nextIds(10);
    ids.close();
    assertThat(ids.status().issued()).isEqualTo(20);
  }

  @Test
  void readingItWhileThreadsRaceCountsEachIdOnceAndNeverFalls() throws Exception {
    int threads = 4;
    int each = 200_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Snowflake ids =
        Snowflake.builder()
            .worker(new SingleWorkerSource(5))
            .maxWait(Duration.ofMinutes(1)) // for a thread that is stopped while it reads the clock
            .build()) {
      List<Future<?>> workers = new ArrayList<>();
      Instant begin = Instant.now();
      for (int thread = 0; thread < threads; thread++) {
        workers.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    ids.nextId();
                  }
                }));
      }
      long last = 0;
      while (!workers.stream().allMatch(Future::isDone)) {
        long issued = ids.status().issued();
        assertThat(issued).isGreaterThanOrEqualTo(last);
        last = issued;
      }
      long ticks = Duration.between(begin, Instant.now()).toMillis() + 1_000; // and the lead
      for (Future<?> worker : workers) {
        worker.get();
      }
      assertThat(Math.abs(ids.status().issued() - (long) threads * each))
          .isLessThanOrEqualTo(4L * threads * ticks);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void storeThatIsDownIsNamedAndEndsTheGrant() {
    try (Snowflake ids = builder().build()) {
      ids.nextId();
      store.setBroken(true);
      clock.pass(HORIZON.dividedBy(3));
      scheduler.run();
      SnowflakeStatus away = ids.status();
      assertThat(away.state()).isEqualTo(State.READY);
      assertThat(away.storeFailure()).containsInstanceOf(WorkerSourceException.class);
      assertThat(away.grantAge()).contains(HORIZON.dividedBy(3));
      clock.pass(HORIZON);
      assertThat(ids.status().state()).isEqualTo(State.GRANT_NEEDED);
      assertThat(ids.status().grantRemaining()).contains(HORIZON.dividedBy(3).negated());
      assertThatExceptionOfType(LeaseExpiredException.class).isThrownBy(ids::nextId);
      store.setBroken(false);
      scheduler.run();
      SnowflakeStatus back = ids.status();
      assertThat(back.state()).isEqualTo(State.READY);
      assertThat(back.storeFailure()).isEmpty();
      assertThat(back.grantAge()).contains(Duration.ZERO);
      assertThat(back.grantedUntil()).contains(clock.instant().plus(HORIZON));
    }
  }

  @Test
  void clockBeforeEveryLaneIsReported() {
    try (Snowflake ids = fixed().rollbackPolicy(RollbackPolicy.WAIT).build()) {
      ids.nextId();
      clock.move(HOUR.negated());
      assertThat(ids.status().state()).isEqualTo(State.CLOCK_BEHIND);
      clock.move(HOUR);
      assertThat(ids.status().state()).isEqualTo(State.READY);
    }
  }

  @Test
  void endOfTheLayoutIsTold() {
    try (Snowflake ids = fixed().build()) {
      clock.set(Layout.DEFAULT.lastInstant());
      assertThat(ids.status().state()).isEqualTo(State.GRANT_NEEDED);
      scheduler.run();
      assertThat(ids.status().state()).isEqualTo(State.READY);
      clock.move(Duration.ofMillis(1));
      assertThat(ids.status().state()).isEqualTo(State.EXHAUSTED);
    }
  }

  @Test
  void closedGeneratorIsTold() {
    Snowflake ids = builder().build();
    ids.close();
    assertThat(ids.status().state()).isEqualTo(State.CLOSED);
    assertThat(ids.status().grantAge()).isEmpty();
  }

  @Test
  void askingIssuesNothingAndAsksNobody() {
    try (Snowflake ids = builder().build()) {
      long first = ids.nextId();
      store.setBroken(true);
      for (int i = 0; i < 100; i++) {
        ids.status();
      }
      assertThat(ids.nextId()).isEqualTo(first + 1);
    }
  }

  @Test
  void everyListenerHears() {
    List<SnowflakeEvent> first = new ArrayList<>();
    List<SnowflakeEvent> second = new ArrayList<>();
    try (Snowflake ids = fixed().listener(first::add).listener(second::add).build()) {
      ids.nextId();
      clock.move(HOUR.negated());
      ids.nextId();
    }
    assertThat(first).hasSize(2).isEqualTo(second);
  }
}
