package io.snowbraid.jdbc.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.ManagedProcessException;
import io.snowbraid.jdbc.mariadb.MariaDbServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the tables on one server, because it takes long to start. */
@Tag("slow")
class MariaDbKeyedStoreTest {

  @AutoClose private static MariaDbServer server;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  @Nested
  class AsUsual extends JdbcKeyedStoreSuite {

    @Override
    protected DataSource database() {
      return server.database();
    }

    @Test
    void readOnlyConnectionsAreNamed() {
      requireReadOnlyIsNamed("set session transaction read only");
    }

    @Test
    void constraintIsNamed() {
      requireConstraintIsNamed();
    }
  }

  /** The driver does not say which rows such batches have changed. */
  @Nested
  class InBulk extends JdbcKeyedStoreSuite {

    @Override
    protected DataSource database() {
      return server.databaseWith("useBulkStmts=true");
    }

    @Test
    void driverDoesNotSayWhichRowsItHasChanged() throws SQLException {
      store.createSlots();
      String sql = "update " + slots + " set version = version where slot = ?";
      try (Connection connection = database().getConnection();
          PreparedStatement update = connection.prepareStatement(sql)) {
        for (int slot = 0; slot < 3; slot++) {
          update.setInt(1, slot);
          update.addBatch();
        }
        assertThat(update.executeBatch()).containsOnly(Statement.SUCCESS_NO_INFO);
      }
    }
  }
}
