package io.snowbraid.jdbc.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.FaultyDataSource;
import io.snowbraid.jdbc.JdbcKeyedStoreSuite;
import io.snowbraid.jdbc.UrlDataSource;
import io.snowbraid.keyed.KeySlot;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DuckDbKeyedStoreTest extends JdbcKeyedStoreSuite {

  @TempDir private static Path directory;

  @Override
  protected DataSource database() {
    return UrlDataSource.of("jdbc:duckdb:" + directory.resolve("sequences.duckdb"));
  }

  @Override
  protected boolean hasIsolation(String isolation) {
    return !isolation.equals("TRANSACTION_SERIALIZABLE"); // its driver fails when asked for it
  }

  /** Other databases lock the row, so that only the statement fails, and not the commit. */
  @Test
  void connectionIsSoundAfterACommitThatFails() throws SQLException {
    try (HikariDataSource single = pool(1, null)) {
      FaultyDataSource beaten = new FaultyDataSource(single);
      store = on(beaten.dataSource());
      assertThat(store.slots()).isEmpty();
      beaten.beforeNextCommit(on(database())::createSlots);
      store.createSlots();
      assertThat(store.slots()).hasSize(KeySlot.COUNT);
      assertThat(store.replace(List.of(raise(7)))).isEqualTo(set(7));
      try (Connection connection = single.getConnection();
          Statement statement = connection.createStatement()) {
        assertThat(connection.getAutoCommit()).isTrue();
        connection.setAutoCommit(false);
        statement.execute("delete from " + slots);
        connection.rollback();
        connection.setAutoCommit(true);
      }
      assertThat(store.slots()).hasSize(KeySlot.COUNT).contains(raise(7).after());
    }
  }
}
