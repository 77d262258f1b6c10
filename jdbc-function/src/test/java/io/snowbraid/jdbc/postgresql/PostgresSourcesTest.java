package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.GaplessNumbersSuite;
import io.snowbraid.jdbc.JdbcSegmentSourceSuite;
import io.snowbraid.jdbc.JdbcSequenceStoreSuite;
import io.snowbraid.jdbc.JdbcWorkerSourceSuite;
import io.snowbraid.jdbc.PeerTablesSuite;
import io.snowbraid.worker.WorkerSourceException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests workers, segments and numbers per key on one server, because it takes long to start. */
class PostgresSourcesTest {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Nested
  class Workers extends JdbcWorkerSourceSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }

    @Test
    void tableThatAnotherTransactionCreatesIsNotWaitedForLong() throws SQLException {
      try (Connection open = database().getConnection();
          Statement statement = open.createStatement()) {
        open.setAutoCommit(false);
        statement.execute("create table created_elsewhere(n int)");
        assertThatExceptionOfType(WorkerSourceException.class)
            .isThrownBy(() -> source().table("created_elsewhere").createTableIfMissing())
            .withMessageStartingWith(
                "worker table could not be created in time: table=created_elsewhere; most likely an"
                    + " open transaction of another session blocks it: end that transaction and try"
                    + " again:")
            .withCauseInstanceOf(SQLException.class);
        open.rollback();
      }
      assertThat(source().table("created_elsewhere").createTableIfMissing().workers()).isEmpty();
    }
  }

  @Nested
  class Segments extends JdbcSegmentSourceSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }

    @Test
    void readOnlyConnectionsAreNamed() {
      requireReadOnlyIsNamed("set session characteristics as transaction read only");
    }
  }

  @Nested
  class Sequences extends JdbcSequenceStoreSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }

    @Test
    void readOnlyConnectionsAreNamed() {
      requireReadOnlyIsNamed("set session characteristics as transaction read only");
    }
  }

  @Nested
  class PeerTables extends PeerTablesSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }
  }

  @Nested
  class GaplessNumbers extends GaplessNumbersSuite {

    @Override
    protected DataSource database() {
      return server.getPostgresDatabase();
    }
  }
}
