package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ids that are drawn one by one write hardly anything to the log, and take no transaction ids. */
@Tag("slow")
class PostgresLogTest extends PostgresTestCase {

  private static final int CALLS = 150;
  private static final int MILLIS_BETWEEN = 20;

  private static final long BYTES_PER_GRANT = 700;

  private static final long MILLIS_PER_GRANT = 10_000;

  /** Transaction ids, bytes of the log and milliseconds of the server's clock. */
  private record Cost(long transactions, long bytes, long millis) {

    Cost minus(Cost other) {
      return new Cost(
          transactions - other.transactions, bytes - other.bytes, millis - other.millis);
    }

    /** Returns how many grants the time takes at most, which is two for a fast machine. */
    long grants() {
      return 2 + millis / MILLIS_PER_GRANT;
    }
  }

  @BeforeEach
  void install() throws SQLException {
    database = server.installed();
    database.run(
        "CREATE TABLE ours (id bigint PRIMARY KEY DEFAULT next_snowflake())",
        "CREATE TABLE theirs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)",
        "CHECKPOINT");
  }

  private Cost now(Connection connection) throws SQLException {
    return new Cost(
        PostgresServer.query(
                connection, Long.class, "SELECT txid_snapshot_xmax(txid_current_snapshot())")
            .get(0),
        PostgresServer.query(
                connection,
                Long.class,
                "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint")
            .get(0),
        PostgresServer.query(
                connection,
                Long.class,
                "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            .get(0));
  }

  private Cost costOf(String sql) throws SQLException, InterruptedException {
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, sql);
      Cost before = now(connection);
      for (int i = 0; i < CALLS; i++) {
        PostgresServer.run(connection, sql);
        Thread.sleep(MILLIS_BETWEEN);
      }
      return now(connection).minus(before);
    }
  }

  @Test
  void isolatedCallsCostAGrantAtMost() throws Exception {
    Cost cost = costOf("SELECT next_snowflake()");
    assertThat(cost.transactions()).isLessThanOrEqualTo(cost.grants());
    assertThat(cost.bytes()).isLessThanOrEqualTo(cost.grants() * BYTES_PER_GRANT);
  }

  @Test
  void insertsCostNoMoreThanWithIdentity() throws Exception {
    Cost ours = costOf("INSERT INTO ours DEFAULT VALUES");
    Cost theirs = costOf("INSERT INTO theirs DEFAULT VALUES");
    assertThat(ours.transactions()).isLessThanOrEqualTo(theirs.transactions() + ours.grants());
    assertThat(ours.bytes()).isLessThanOrEqualTo(theirs.bytes() + ours.grants() * BYTES_PER_GRANT);
  }
}
