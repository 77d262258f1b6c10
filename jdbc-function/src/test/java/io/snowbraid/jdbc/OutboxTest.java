package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A reader that empties a table, as the page of recipes says, misses nothing, and one that
 * remembers an id does.
 */
@Tag("slow")
@Timeout(120)
class OutboxTest {

  private static final String H2 = "jdbc:h2:mem:outbox;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
  private static final String HSQLDB = "jdbc:hsqldb:mem:outbox;hsqldb.tx=mvcc";

  private static final int WRITERS = 4;
  private static final int TRANSACTIONS = 60;
  private static final Duration STEP = Duration.ofHours(-1);

  private final Set<Long> committed = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Duration> step = new AtomicReference<>(Duration.ZERO);

  /** The slow writer has inserted a row that it commits late. */
  private final CountDownLatch slowBegan = new CountDownLatch(1);

  private final AtomicInteger commits = new AtomicInteger();

  private static final class Emptying extends PollingReader {

    private final DataSource database;

    Emptying(DataSource database) {
      this.database = database;
    }

    @Override
    protected List<Long> next() throws SQLException {
      String[] statements = SqlRecipes.statements("read outbox");
      try (Connection connection = database.getConnection()) {
        connection.setAutoCommit(false);
        List<Long> batch = ids(connection, statements[0]);
        try (PreparedStatement delete = connection.prepareStatement(statements[1])) {
          for (long id : batch) {
            delete.setLong(1, id);
            assertThat(delete.executeUpdate()).isOne();
          }
        }
        connection.commit();
        return batch;
      }
    }
  }

  private static final class ByLastId extends PollingReader {

    private final DataSource database;
    private long last;

    ByLastId(DataSource database) {
      this.database = database;
    }

    @Override
    protected List<Long> next() throws SQLException {
      try (Connection connection = database.getConnection()) {
        List<Long> batch = ids(connection, "SELECT id FROM outbox WHERE id > " + last);
        last = batch.isEmpty() ? last : Collections.max(batch);
        return batch;
      }
    }
  }

  private static List<Long> ids(Connection connection, String sql) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery(sql)) {
      List<Long> ids = new ArrayList<>();
      while (rows.next()) {
        ids.add(rows.getLong("id"));
      }
      return ids;
    }
  }

  private static DataSource withOutbox(String url) throws SQLException {
    DataSource database = UrlDataSource.of(url);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      if (connection.getMetaData().getTables(null, null, "OUTBOX", null).next()) {
        statement.execute("DROP TABLE outbox");
      }
      statement.execute(SqlRecipes.statement("outbox"));
      connection.commit();
    }
    return database;
  }

  private List<Long> readBy(PollingReader reader, DataSource database) throws Exception {
    try (Snowflake ids =
        Snowflake.builder()
            .worker(WorkerSource.fixed(90))
            .clock(() -> Instant.now().plus(step.get()))
            .build()) {
      List<Callable<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(() -> write(database, ids, reader));
      }
      writers.add(() -> writeSlowly(database, ids, reader));
      writers.add(() -> writeAfterAStep(database, ids, reader));
      return reader.readDuring(writers);
    }
  }

  private Void write(DataSource database, Snowflake ids, PollingReader reader)
      throws SQLException, InterruptedException {
    slowBegan.await();
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        long id = insert(connection, ids);
        if (ThreadLocalRandom.current().nextBoolean()) {
          reader.awaitPoll();
        }
        if (i % 5 == 4) {
          connection.rollback();
        } else {
          commit(connection, id);
        }
      }
    }
    return null;
  }

  private void commit(Connection connection, long id) throws SQLException {
    connection.commit();
    committed.add(id);
    commits.incrementAndGet();
  }

  /** Commits after others whose ids are higher, and after these were read. */
  private Void writeSlowly(DataSource database, Snowflake ids, PollingReader reader)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      long id = insert(connection, ids);
      slowBegan.countDown();
      await().atMost(Duration.ofMinutes(1)).until(() -> commits.get() > 0);
      reader.awaitPoll();
      commit(connection, id);
    }
    return null;
  }

  /** Draws a lower id than one that was read. */
  private Void writeAfterAStep(DataSource database, Snowflake ids, PollingReader reader)
      throws SQLException {
    reader.awaitFirst();
    step.set(STEP);
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      commit(connection, insert(connection, ids));
    }
    return null;
  }

  private static long insert(Connection connection, Snowflake ids) throws SQLException {
    long id = ids.nextId();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO outbox VALUES (?, 'text')")) {
      insert.setLong(1, id);
      insert.executeUpdate();
    }
    return id;
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, HSQLDB})
  void readerThatEmptiesTheTableMissesNothing(String url) throws Exception {
    DataSource database = withOutbox(url);
    assertThat(readBy(new Emptying(database), database))
        .containsExactlyInAnyOrderElementsOf(committed);
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, HSQLDB})
  void readerByLastIdMissesRows(String url) throws Exception {
    DataSource database = withOutbox(url);
    assertThat(readBy(new ByLastId(database), database)).hasSizeLessThan(committed.size());
  }
}
