package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSourceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Tests an address behind which another server becomes the primary, while the former goes on. */
class PostgresFailoverTest {

  private static final int CONNECTIONS = 4;

  private PostgresServer former;
  private PostgresServer next;

  @BeforeEach
  void start() throws Exception {
    former = new PostgresServer();
    next = new PostgresServer();
  }

  @AfterEach
  void stop() throws Exception {
    former.close();
    next.close();
  }

  private static DataSource database(PostgresServer server) {
    return server.server().getPostgresDatabase();
  }

  private static DataSource addressOf(AtomicReference<DataSource> primary) {
    return new PGSimpleDataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        return primary.get().getConnection();
      }
    };
  }

  @Test
  void poolDropsItsConnectionsToTheFormerPrimary() throws Exception {
    AtomicReference<DataSource> primary = new AtomicReference<>(database(former));
    HikariConfig config = new HikariConfig();
    config.setDataSource(addressOf(primary));
    config.setMaximumPoolSize(CONNECTIONS);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      openAll(pool);
      JdbcSegmentSource segments = JdbcSegmentSource.of(pool);
      segments.draw("orders", 10);
      JdbcSegmentSource.of(database(next)).draw("orders", 500); // as replicated
      primary.set(database(next));
      becomeReplica(former);
      int failures = 0;
      Segment drawn = tryToDraw(segments);
      while (drawn == null) {
        failures++;
        drawn = tryToDraw(segments);
      }
      assertThat(failures).isBetween(1, CONNECTIONS);
      assertThat(drawn.first()).isEqualTo(501);
    }
  }

  private static @Nullable Segment tryToDraw(JdbcSegmentSource segments) {
    try {
      return segments.draw("orders", 10);
    } catch (SegmentSourceException e) {
      assertThat(e).hasMessageStartingWith("segment database is read-only");
      return null;
    }
  }

  private static void openAll(DataSource pool) throws Exception {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      all.add(pool.getConnection());
    }
    for (Connection connection : all) {
      connection.close();
    }
  }

  /** Sessions that are open become read-only, too. */
  private static void becomeReplica(PostgresServer server) throws Exception {
    try (Connection connection = database(server).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("alter system set default_transaction_read_only = on");
      statement.execute("select pg_reload_conf()");
      await().until(() -> isReadOnly(statement));
    }
  }

  private static boolean isReadOnly(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("show transaction_read_only")) {
      return row.next() && row.getString(1).equals("on");
    }
  }
}
