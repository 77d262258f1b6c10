package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowbraid.jdbc.PollingReader;
import io.snowbraid.jdbc.SqlRecipes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader that orders by transactions misses nothing, and one that remembers an id does. */
@Tag("slow")
@Timeout(120)
class PostgresPollingTest extends PostgresTestCase {

  private static final int WRITERS = 4;
  private static final int TRANSACTIONS = 60;
  private static final long STEP_MILLIS = -5_000;

  /** The slow writer has inserted a row that it commits late. */
  private final CountDownLatch slowBegan = new CountDownLatch(1);

  private final AtomicInteger commits = new AtomicInteger();
  private PostgresClock clock;

  @BeforeEach
  void create() throws SQLException {
    database = server.installed();
    clock = new PostgresClock(database);
    database.run(SqlRecipes.statements("event log"));
  }

  /** Reads what is on the page. */
  private final class ByTransaction extends PollingReader {

    private String tx = "0";
    private long id;

    @Override
    protected List<Long> next() throws SQLException {
      try (Connection connection = database.open();
          PreparedStatement select =
              connection.prepareStatement(SqlRecipes.statement("read events"))) {
        select.setString(1, tx);
        select.setLong(2, id);
        List<Long> ids = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            tx = rows.getString("tx");
            id = rows.getLong("id");
            ids.add(id);
          }
        }
        return ids;
      }
    }
  }

  private final class ByLastId extends PollingReader {

    private long last;

    @Override
    protected List<Long> next() throws SQLException {
      List<Long> ids =
          database.query(Long.class, "SELECT id FROM event_log WHERE id > " + last + " ORDER BY 1");
      last = ids.isEmpty() ? last : ids.get(ids.size() - 1);
      return ids;
    }
  }

  private List<Callable<Void>> writers(PollingReader reader) {
    List<Callable<Void>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(() -> write(reader));
    }
    writers.add(() -> writeSlowly(reader));
    writers.add(() -> stepBackTwice(reader));
    return writers;
  }

  private Void write(PollingReader reader) throws SQLException, InterruptedException {
    slowBegan.await();
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        insert(connection, ThreadLocalRandom.current().nextInt(3), reader);
        if (i % 5 == 4) {
          connection.rollback();
        } else {
          connection.commit();
          commits.incrementAndGet();
        }
      }
    }
    return null;
  }

  /** Commits after others whose ids are higher, and after the reader could read these. */
  private Void writeSlowly(PollingReader reader) throws SQLException {
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      PostgresServer.run(connection, "INSERT INTO event_log (body) VALUES ('slow')");
      slowBegan.countDown();
      await().atMost(Duration.ofMinutes(1)).until(() -> commits.get() > 0);
      insert(connection, 1, reader);
      connection.commit();
    }
    return null;
  }

  private static void insert(Connection connection, int polls, PollingReader reader)
      throws SQLException {
    PostgresServer.run(connection, "INSERT INTO event_log (body) VALUES ('first')");
    for (int i = 0; i < polls; i++) {
      reader.awaitPoll();
    }
    PostgresServer.run(connection, "SAVEPOINT s");
    PostgresServer.run(connection, "INSERT INTO event_log (body) VALUES ('second')");
  }

  private Void stepBackTwice(PollingReader reader) throws SQLException {
    for (int i = 0; i < 2; i++) {
      reader.awaitFirst();
      clock.readAndStep(STEP_MILLIS);
      reader.awaitPoll();
    }
    return null;
  }

  private List<Long> missedBy(PollingReader reader) throws Exception {
    List<Long> read = reader.readDuring(writers(reader));
    assertThat(read).doesNotHaveDuplicates();
    List<Long> missed = database.query(Long.class, "SELECT id FROM event_log");
    assertThat(missed).hasSizeGreaterThan(WRITERS * TRANSACTIONS).containsAll(read);
    missed.removeAll(read);
    return missed;
  }

  @Test
  void readerByTransactionMissesNothing() throws Exception {
    assertThat(missedBy(new ByTransaction())).isEmpty();
  }

  @Test
  void readerByLastIdMissesRows() throws Exception {
    assertThat(missedBy(new ByLastId())).isNotEmpty();
  }
}
