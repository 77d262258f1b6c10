package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.internal.Threads;
import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.testing.Limits;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests on the real clock how long calls to a database wait. */
@Tag("limits")
class LimitsTest {

  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final TimeLimit FOREVER = TimeLimit.of(Duration.ofSeconds(Long.MAX_VALUE));

  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void endAll() {
    end.countDown();
  }

  /** Waiting for a place and for a connection is one wait. */
  @Test
  void limitHoldsOnceForTheWholeCall() {
    assertThat(Limits.assertEndsAt(LIMIT, () -> behindFourOthers(LimitsTest::call)))
        .isInstanceOf(WorkerSourceException.class)
        .hasMessageStartingWith("data source gave no connection within 2 s; ");
  }

  @Test
  void checkerRejectsCallsThatWaitTwice() {
    Limits.assertMissed(
        LIMIT,
        () ->
            behindFourOthers(
                dataSource -> {
                  assertThatExceptionOfType(WorkerSourceException.class)
                      .isThrownBy(() -> call(dataSource));
                  call(dataSource);
                }));
  }

  private static void call(DataSource dataSource) {
    TimedCall.run(dataSource, TimeLimit.of(LIMIT), BorrowedConnection::connection);
  }

  /** Prepares a call that gets a place after a second, and then no connection. */
  private Runnable behindFourOthers(Consumer<DataSource> call) {
    CountDownLatch placesComeFree = new CountDownLatch(1);
    AtomicInteger others = new AtomicInteger(TimedCall.MAX_OPEN);
    Semaphore hanging = new Semaphore(0);
    DataSource dataSource =
        FakeJdbc.dataSource(
            () -> {
              CountDownLatch latch = others.getAndDecrement() > 0 ? placesComeFree : end;
              hanging.release();
              latch.await();
              throw new IllegalStateException("has hung");
            });
    for (int other = 0; other < TimedCall.MAX_OPEN; other++) {
      Threads.SHARED.execute(() -> fail(dataSource));
    }
    hanging.acquireUninterruptibly(TimedCall.MAX_OPEN);
    return () -> {
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(placesComeFree::countDown);
      call.accept(dataSource);
    };
  }

  private static void fail(DataSource dataSource) {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(
            () -> TimedCall.<Connection>run(dataSource, FOREVER, BorrowedConnection::connection))
        .withMessageContaining("has hung");
  }
}
