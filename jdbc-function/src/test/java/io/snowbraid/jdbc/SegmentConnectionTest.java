package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSettings;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how draws use the connections, transactions and threads of an application. */
class SegmentConnectionTest {

  /** The connection of the transaction that a thread is in. */
  private static final ThreadLocal<Connection> BOUND = new ThreadLocal<>();

  private static int databases;

  private final JdbcDataSource database = database("mem:draws" + databases++);

  @TempDir private Path directory;

  private static JdbcDataSource database(String name) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:" + name + ";DB_CLOSE_DELAY=-1");
    return database;
  }

  private HikariDataSource poolOfOne() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(250);
    return new HikariDataSource(config);
  }

  @Test
  void callersTransactionIsNeitherJoinedNorEnded() throws SQLException {
    try (Connection transaction = database.getConnection();
        Statement statement = transaction.createStatement()) {
      statement.execute("create table t(n int)");
      transaction.setAutoCommit(false);
      BOUND.set(transaction);
      DataSource bindsToThreads =
          FakeJdbc.dataSource(() -> BOUND.get() == null ? database.getConnection() : BOUND.get());
      statement.execute("insert into t values (1)");
      assertThat(JdbcSegmentSource.of(bindsToThreads).draw("orders", 5).first()).isEqualTo(1);
      transaction.rollback();
      assertThat(JdbcSegmentSource.of(database).peek("orders")).hasValue(6);
      try (ResultSet rows = statement.executeQuery("select * from t")) {
        assertThat(rows.next()).isFalse();
      }
    } finally {
      BOUND.remove();
    }
  }

  @Test
  void callerThatHoldsTheOnlyConnectionHearsWhy() throws SQLException {
    SegmentSettings settings = SegmentSettings.DEFAULT.withMaxWait(Duration.ofMillis(300));
    try (HikariDataSource one = poolOfOne()) {
      JdbcSegmentSource source = JdbcSegmentSource.of(one);
      SegmentIds.Builder ids = SegmentIds.builder().source(source).tag("orders");
      try (Connection held = one.getConnection()) {
        assertThat(held.isValid(0)).isTrue();
        assertThatExceptionOfType(SegmentSourceException.class)
            .isThrownBy(() -> source.draw("orders", 5))
            .withMessageStartingWith("data source gave no connection: HikariPool-")
            .withMessageContaining(", table=snowbraid_segment; check the database, or draw")
            .withMessageContaining("draw segments from a separate data source")
            .withCauseInstanceOf(SQLTransientConnectionException.class);
        assertThatExceptionOfType(IdsUnavailableException.class)
            .isThrownBy(() -> ids.settings(settings).build())
            .withMessageContaining("tag=orders, waited for 5 s")
            .withMessageContaining("draw segments from a separate data source");
      }
      assertThat(source.draw("orders", 5).count()).isEqualTo(5);
    }
  }

  @Test
  void drawsWaitInTheBackgroundForAConnectionThatIsHeld() throws SQLException {
    try (HikariDataSource one = poolOfOne()) {
      Connection held = one.getConnection();
      CompletableFuture<Long> first =
          CompletableFuture.supplyAsync(() -> firstOf(JdbcSegmentSource.of(one)));
      held.close();
      assertThat(first.join()).isEqualTo(1);
    }
  }

  private static long firstOf(SegmentSource source) {
    try (SegmentIds ids = SegmentIds.builder().source(source).tag("orders").build()) {
      return ids.nextId();
    }
  }

  /** Four calls hang, and nobody waits for them any more. What they do later must not be drawn. */
  @Test
  void hangingDrawsAreBoundedAndDrawNothingLater() throws Exception {
    AtomicBoolean hangs = new AtomicBoolean();
    Semaphore hanging = new Semaphore(0);
    CountDownLatch end = new CountDownLatch(1);
    DataSource faulty =
        FakeJdbc.dataSource(
            () -> {
              if (hangs.get()) {
                hanging.release();
                end.await();
              }
              return database.getConnection();
            });
    JdbcSegmentSource source = JdbcSegmentSource.of(faulty);
    source.draw("orders", 5);
    hangs.set(true);
    for (int call = 0; call < TimedCall.MAX_OPEN; call++) {
      FutureTask<Segment> draw = new FutureTask<>(() -> source.draw("orders", 5));
      Thread caller = new Thread(draw);
      caller.start();
      hanging.acquire();
      caller.interrupt();
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(draw::get)
          .withCauseInstanceOf(SegmentSourceException.class)
          .withMessageContaining("interrupted while waiting for the segment database");
    }
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source.draw("orders", 5))
        .withMessageStartingWith(
            "segment database does not answer, and all 4 calls of its data source are open")
        .withMessageContaining(", table=snowbraid_segment, database=jdbc:h2:mem:draws");
    end.countDown();
    hangs.set(false);
    FakeJdbc.awaitNoneOpen(faulty);
    assertThat(source.draw("orders", 5).first()).isEqualTo(6);
  }

  @Test
  void schemaOfTheFirstCallIsThatOfAll() throws SQLException {
    try (HikariDataSource one = poolOfOne()) {
      JdbcSegmentSource source = JdbcSegmentSource.of(one);
      source.draw("orders", 5);
      try (Connection connection = one.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("create schema tenant");
        connection.setSchema("TENANT");
      }
      assertThat(JdbcSegmentSource.of(one).draw("orders", 5).first()).isEqualTo(1);
      assertThat(source.draw("orders", 5).first()).isEqualTo(6);
      try (Connection connection = one.getConnection()) {
        assertThat(connection.getSchema()).isEqualTo("TENANT");
      }
    }
  }

  @Test
  void tableThatOthersCreateIsAwaited() {
    DataSource migrated =
        FakeJdbc.atConnection(
            2, database, () -> JdbcSegmentSource.of(database).create("orders", 7));
    JdbcSegmentSource source = JdbcSegmentSource.of(migrated).withTableCreation(false);
    assertThat(source.peek("other")).isEmpty();
    assertThat(source.draw("orders", 1).first()).isEqualTo(7);
  }

  @Test
  void createdTableIsToldOfWithItsSchema() {
    List<String> lines = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("io.snowbraid");
    Handler handler = new LogCapture(lines);
    logger.addHandler(handler);
    try {
      JdbcSegmentSource.of(database).draw("orders", 1);
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .startsWith("created the segment table: table=snowbraid_segment, schema=PUBLIC, user=")
        .contains(", database=jdbc:h2:mem:draws");
  }

  /** As at the end of a process: H2 closes the database first. */
  @Test
  void numbersGoBackAlthoughTheDatabaseWasClosed() throws SQLException {
    JdbcDataSource file = new JdbcDataSource();
    file.setURL("jdbc:h2:file:" + directory.resolve("database"));
    AtomicReference<Connection> pooled = new AtomicReference<>(file.getConnection());
    DataSource pool =
        FakeJdbc.dataSource(
            () -> {
              Connection idle = pooled.getAndSet(null);
              return idle == null ? file.getConnection() : idle;
            });
    Segment drawn = JdbcSegmentSource.of(file).draw("orders", 10);
    try (Connection other = file.getConnection();
        Statement statement = other.createStatement()) {
      statement.execute("shutdown");
    }
    assertThat(JdbcSegmentSource.of(pool).returnUnused("orders", drawn)).isTrue();
    assertThat(pooled.get()).isNull();
    assertThat(JdbcSegmentSource.of(file).peek("orders")).hasValue(1);
  }

  @Test
  void readOnlyDatabaseIsSkippedByFailover() {
    String url = "file:" + directory.resolve("database");
    JdbcDataSource writable = new JdbcDataSource();
    writable.setURL("jdbc:h2:" + url);
    assertThat(JdbcSegmentSource.of(writable).create("orders", 5)).isTrue();
    JdbcDataSource readOnly = new JdbcDataSource();
    readOnly.setURL("jdbc:h2:" + url + ";ACCESS_MODE_DATA=r");
    JdbcSegmentSource standby = JdbcSegmentSource.of(readOnly);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> standby.draw("orders", 5))
        .withMessageStartingWith("segment database is read-only (table=snowbraid_segment, ")
        .withMessageEndingWith(
            "; connect to the primary (if it can change, with a short maximum lifetime of pooled"
                + " connections), or draw segments from another database");
    JdbcSegmentSource primary = JdbcSegmentSource.of(database);
    SegmentSource both = SegmentSource.failover(List.of(standby, primary));
    assertThat(both.draw("orders", 5).first()).isEqualTo(1);
  }
}
