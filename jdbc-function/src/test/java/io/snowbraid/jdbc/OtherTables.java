package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.earlier.Issued;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.worker.WorkerSourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Uses tables as a later version leaves them behind, and as an earlier version does. */
public final class OtherTables {

  private static final List<String> TABLES = List.of("snowbraid_worker", "snowbraid_segment");

  private final DataSource database;

  public OtherTables(DataSource database) {
    this.database = database;
  }

  private void create() {
    assertThat(workers().createTableIfMissing().workers()).isEmpty();
    assertThat(segments().peek("orders")).isEmpty();
  }

  private JdbcWorkerSource workers() {
    return JdbcWorkerSource.of(database);
  }

  private JdbcSegmentSource segments() {
    return JdbcSegmentSource.of(database);
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Columns that a later version has added keep their defaults. */
  public void requireLaterTablesAreUsable() throws Exception {
    create();
    for (String table : TABLES) {
      run("alter table " + table + " add column added integer default 7");
    }
    Issued issued = EarlierDatabase.store(database).use();
    run("update snowbraid_worker set expires_at = 1 where owner = 'killed'");
    EarlierDatabase.store(database).goOnAfter(issued);
    for (String table : TABLES) {
      assertThat(SqlDatabaseFixture.ids(database, "select distinct added from " + table))
          .as(table)
          .containsExactly(7L);
    }
  }

  /** Columns that this version has, and the table of an earlier one has not, are named. */
  public void requireMissingColumnsAreNamed() throws SQLException {
    create();
    run(
        "alter table snowbraid_worker drop column seen_at",
        "alter table snowbraid_worker drop column owner",
        "alter table snowbraid_segment drop column version");
    requireNamed(
        WorkerSourceException.class, workers()::workers, "worker", "owner, seen_at", "worker");
    requireNamed(
        WorkerSourceException.class,
        () -> workers().withTableCreation(false).release(0),
        "worker",
        "owner, seen_at",
        "worker");
    requireNamed(
        SegmentSourceException.class,
        () -> segments().draw("orders", 1),
        "segment",
        "version",
        "segment");
  }

  private static void requireNamed(
      Class<? extends RuntimeException> type,
      ThrowingCallable call,
      String content,
      String columns,
      String table) {
    assertThatExceptionOfType(type)
        .isThrownBy(call)
        .withMessageStartingWith(
            "%s table lacks columns [%s] (table=snowbraid_%s, ", content, columns, table)
        .withMessageContaining("; add them as this version defines them:\ncreate table ");
  }
}
