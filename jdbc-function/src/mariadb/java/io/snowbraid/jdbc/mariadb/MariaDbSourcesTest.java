package io.snowbraid.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import io.snowbraid.jdbc.PeerTablesSuite;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests workers and segments on one server, because it takes long to start. */
@Tag("slow")
class MariaDbSourcesTest {

  @AutoClose private static MariaDbServer server;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  /** So docs/coming-from.md says to remove it before the first new id. */
  @Test
  void autoIncrementCountsOnFromTheLargestId() throws SQLException {
    long id = Layout.DEFAULT.minId(Instant.now());
    try (Connection connection = server.database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create table counted (id bigint auto_increment primary key, n int)");
      statement.execute("insert into counted values (" + id + ", 1)");
      statement.execute("insert into counted (n) values (2)");
      try (ResultSet row = statement.executeQuery("select id from counted where n = 2")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getLong(1)).isEqualTo(id + 1);
      }
      statement.execute("alter table counted modify id bigint not null");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("insert into counted (n) values (3)"));
    }
  }

  @Nested
  class Workers extends JdbcWorkerSourceSuite {

    @Override
    protected DataSource database() {
      return server.database();
    }
  }

  @Nested
  class Segments extends JdbcSegmentSourceSuite {

    @Override
    protected DataSource database() {
      return server.database();
    }

    @Test
    void readOnlyConnectionsAreNamed() {
      requireReadOnlyIsNamed("set session transaction read only");
    }
  }

  @Nested
  class PeerTables extends PeerTablesSuite {

    @Override
    protected DataSource database() {
      return server.database();
    }

    @Override
    protected String serial() {
      return "bigint unsigned not null auto_increment";
    }

    @Override
    protected String options() {
      return " engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin";
    }
  }
}
