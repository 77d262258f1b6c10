package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.ThreadLocalRandom;
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
  private static final String DERBY = "jdbc:derby:memory:outbox;create=true";

  private static final int WRITERS = 4;
  private static final int TRANSACTIONS = 60;

  private final Set<Long> committed = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Duration> step = new AtomicReference<>(Duration.ZERO);

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
        writers.add(() -> write(database, ids, TRANSACTIONS, 20));
      }
      writers.add(() -> write(database, ids, 3, 400));
      writers.add(this::stepBack);
      return reader.readDuring(writers);
    }
  }

  private Void write(DataSource database, Snowflake ids, int transactions, int maxMillis)
      throws SQLException, InterruptedException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < transactions; i++) {
        long id = insert(connection, ids);
        Thread.sleep(maxMillis / 2 + ThreadLocalRandom.current().nextInt(maxMillis / 2));
        if (i % 5 == 4) {
          connection.rollback();
        } else {
          connection.commit();
          committed.add(id);
        }
      }
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

  private Void stepBack() throws InterruptedException {
    Thread.sleep(400);
    step.set(Duration.ofSeconds(-30));
    return null;
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, HSQLDB, DERBY})
  void readerThatEmptiesTheTableMissesNothing(String url) throws Exception {
    DataSource database = withOutbox(url);
    assertThat(readBy(new Emptying(database), database))
        .containsExactlyInAnyOrderElementsOf(committed);
  }

  @ParameterizedTest
  @ValueSource(strings = {H2, HSQLDB, DERBY})
  void readerByLastIdMissesRows(String url) throws Exception {
    DataSource database = withOutbox(url);
    assertThat(readBy(new ByLastId(database), database)).hasSizeLessThan(committed.size());
  }
}
