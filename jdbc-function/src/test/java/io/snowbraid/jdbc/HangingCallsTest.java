package io.snowbraid.jdbc;

import static io.snowbraid.jdbc.FakeJdbc.DEADLINE_SECONDS;
import static io.snowbraid.jdbc.FakeJdbc.awaitNoneOpen;
import static io.snowbraid.jdbc.FakeJdbc.dataSource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.internal.Threads;
import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.jdbc.connection.WeakIdentityMap;
import io.snowbraid.testing.Crowd;
import io.snowbraid.worker.WorkerSourceException;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what calls that hang or fail do to a database, a pool and a process. */
class HangingCallsTest {

  private static final TimeLimit SHORT = TimeLimit.of(Duration.ofMillis(50));
  private static final TimeLimit LONG = TimeLimit.of(Duration.ofSeconds(Long.MAX_VALUE));

  private final CountDownLatch hang = new CountDownLatch(1);
  private volatile CountDownLatch hangsLonger = new CountDownLatch(0);
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final JdbcDataSource database = new JdbcDataSource();

  HangingCallsTest() {
    database.setURL("jdbc:h2:mem:hanging");
  }

  @AfterEach
  void endAll() {
    hang.countDown();
  }

  private Object hang() throws InterruptedException {
    CountDownLatch longer = hangsLonger;
    heard.add("opened");
    hang.await();
    longer.await();
    throw new IllegalStateException("has hung");
  }

  private DataSource hangingDataSource() {
    return dataSource(() -> (Connection) hang());
  }

  private void openAndGiveUp(DataSource hanging) {
    openAndGiveUp(hanging, SHORT, "50 ms");
  }

  private static void openAndGiveUp(DataSource hanging, TimeLimit limit, String text) {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TimedCall.run(hanging, limit, BorrowedConnection::connection))
        .withMessageStartingWith("data source gave no connection within " + text + ";")
        .withMessageContaining("lease workers from a separate data source")
        .withCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void fourCallsAtMostAreOpenOnADataSource() throws Exception {
    DataSource hanging = hangingDataSource();
    for (int call = 0; call < TimedCall.MAX_OPEN; call++) {
      openAndGiveUp(hanging);
    }
    for (int more = 0; more < 2; more++) {
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(hanging).withNamespace("n").storeTime())
          .withMessageContaining("all 4 calls of its data source are open, the oldest since 20");
    }
    awaitHanging(TimedCall.MAX_OPEN);
    assertThat(heard).hasSize(TimedCall.MAX_OPEN);
    String other = TimedCall.run(database, LONG, borrowed -> "other");
    assertThat(other).isEqualTo("other");
    hang.countDown();
    awaitNoneOpen(hanging);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> JdbcWorkerSource.of(hanging).storeTime())
        .withMessageStartingWith("data source gave no connection: ")
        .withMessageContaining("has hung")
        .withCauseInstanceOf(IllegalStateException.class);
  }

  /** Waits until so many calls hang: those that were given up may not have begun yet. */
  private void awaitHanging(int calls) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (heard.size() < calls) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /** A call that finds four slow ones waits until its own deadline, however slow they are. */
  @Test
  void callsThatAreStillAwaitedDoNotCountAsHanging() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int call = 0; call < TimedCall.MAX_OPEN; call++) {
      calls.add(CompletableFuture.supplyAsync(() -> awaited(slow), Threads.SHARED));
    }
    awaitHanging(TimedCall.MAX_OPEN);
    TimeLimit limit = TimeLimit.of(Duration.ofMillis(1_500));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TimedCall.run(database, limit, BorrowedConnection::connection))
        .withMessageStartingWith("worker database was busy for 1.5 s, and all");
    slow.countDown();
    for (CompletableFuture<String> call : calls) {
      assertThat(call.get()).isEqualTo("answer");
    }
  }

  private String awaited(CountDownLatch slow) {
    return TimedCall.run(
        database,
        LONG,
        borrowed -> {
          heard.add("begun");
          try {
            slow.await();
          } catch (InterruptedException e) {
            throw new SQLException(e);
          }
          return "answer";
        });
  }

  /** The caller's next call finds the place of this one free. */
  @Test
  void placeIsFreeBeforeTheCallerHasItsAnswer() {
    for (int call = 0; call < 1_000; call++) {
      String answer = TimedCall.run(database, LONG, borrowed -> "answer");
      assertThat(answer).isEqualTo("answer");
      assertThat(TimedCall.open(database)).isZero();
    }
  }

  /**
   * A driver's failure may fail itself when its text is read, which is only done once it is late.
   */
  @Test
  void placeIsFreeAlthoughTheTextOfAFailureCannotBeRead() throws Exception {
    DataSource hanging =
        dataSource(
            () -> {
              hang.await();
              throw new SQLException() {
                private static final long serialVersionUID = 1;

                @Override
                public String getMessage() {
                  heard.add("asked");
                  throw new IllegalStateException("no text");
                }
              };
            });
    openAndGiveUp(hanging);
    hang.countDown();
    assertThat(heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("asked");
    awaitNoneOpen(hanging);
  }

  /** Callers that find four calls making progress wait for their turn. */
  @Test
  void crowdIsServedFourAtATime() throws Exception {
    AtomicInteger open = new AtomicInteger();
    Callable<Integer> caller =
        () ->
            TimedCall.run(
                database,
                LONG,
                borrowed -> {
                  int together = open.incrementAndGet();
                  assertThat(borrowed.connection().isValid(1)).isTrue();
                  open.decrementAndGet();
                  return together;
                });
    assertThat(Crowd.call(12, Collections.nCopies(200, caller)))
        .allMatch(together -> together >= 1 && together <= TimedCall.MAX_OPEN);
  }

  @Test
  void oneThatComesLaterHearsWhatTheOthersEndedWith() throws Exception {
    DataSource hanging = hangingDataSource();
    openAndGiveUp(hanging);
    hang.countDown();
    awaitNoneOpen(hanging);
    CountDownLatch again = new CountDownLatch(1);
    hangsLonger = again;
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TimedCall.run(hanging, SHORT, BorrowedConnection::connection))
        .withMessageStartingWith(
            "data source gave no connection within 50 ms, an abandoned earlier call ended with:"
                + " java.lang.IllegalStateException: has hung; check the database");
    again.countDown();
  }

  @Test
  void reasonOfAPoolIsNamed() {
    DataSource away =
        FakeJdbc.dataSource(
            () -> {
              throw new SQLTransientConnectionException(
                  "timed out", "08001", new SQLException(new ConnectException("refused")));
            });
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TimedCall.run(away, LONG, BorrowedConnection::connection))
        .withMessage(
            "data source gave no connection: timed out (08001), because of"
                + " java.net.ConnectException: refused; check the database, or lease workers from a"
                + " separate data source if the application uses all connections of its pool");
  }

  @Test
  void rejectedLoginOfAPoolIsNamed() {
    DataSource locked =
        FakeJdbc.dataSource(
            () -> {
              throw new SQLTransientConnectionException(
                  "timed out", "28P01", new SQLException("no password for user a", "28P01"));
            });
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> TimedCall.run(locked, LONG, BorrowedConnection::connection))
        .withMessage(
            "worker database rejected the login: timed out (28P01), because of"
                + " java.sql.SQLException: no password for user a; correct the data source's user"
                + " and password");
  }

  @Test
  void errorsOfADriverAreTypedAndNextCallIsMade() {
    List<Throwable> failures =
        new ArrayList<>(List.of(new NoClassDefFoundError("driver"), new NullPointerException()));
    DataSource failing =
        dataSource(
            () -> {
              if (failures.size() == 1) {
                throw (Exception) failures.get(0);
              }
              throw (Error) failures.get(0);
            });
    while (!failures.isEmpty()) {
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(failing).storeTime())
          .withMessageContaining(failures.get(0).toString())
          .withCause(failures.get(0));
      failures.remove(0);
    }
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(
            () ->
                TimedCall.run(
                    database,
                    LONG,
                    borrowed -> {
                      throw new StackOverflowError();
                    }))
        .withMessage("worker database failed: java.lang.StackOverflowError");
    String works = TimedCall.run(database, LONG, borrowed -> "works");
    assertThat(works).isEqualTo("works");
  }

  @Test
  void poolWhoseConnectionsAreInUseIsNamedWithItsOwnWords() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(250);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection held = pool.getConnection()) {
      assertThat(held.isValid(0)).isTrue();
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(pool).storeTime())
          .withMessageStartingWith("data source gave no connection: HikariPool-")
          .withMessageContaining("Connection is not available, request timed out after")
          .withMessageContaining("lease workers from a separate data source")
          .withCauseInstanceOf(SQLTransientConnectionException.class);
    }
  }

  @Test
  void threadsKeepNothingOfTheirCallers() {
    InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    inherited.set("kept");
    Thread thread = TimedCall.run(database, LONG, borrowed -> Thread.currentThread());
    String seen = TimedCall.run(database, LONG, borrowed -> String.valueOf(inherited.get()));
    assertThat(seen).isEqualTo("null");
    assertThat(thread.isDaemon()).isTrue();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (thread.getContextClassLoader() != null) { // it is set back after the answer
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
    assertThat(thread.getName()).startsWith("snowbraid-");
  }

  @Test
  void equalDataSourcesAreDistinct() {
    WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();
    List<String> twins = List.of(new String("a"), new String("a"));
    assertThat(map.of(twins.get(0), () -> "one")).isEqualTo("one");
    assertThat(map.of(twins.get(1), () -> "two")).isEqualTo("two");
    assertThat(map.of(twins.get(0), () -> "three")).isEqualTo("one");
  }
}
