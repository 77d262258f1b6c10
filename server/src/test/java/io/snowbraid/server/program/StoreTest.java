package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {

  private static final int MAX_CONNECTIONS = 6;

  @TempDir Path directory;

  /** Makes the pool open as many connections as it may have. */
  private static void fill(DataSource database) throws SQLException {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      all.add(database.getConnection());
    }
    for (Connection connection : all) {
      connection.close();
    }
  }

  /** Connections that were just used are tested, too. */
  @Test
  void connectionsOfADatabaseThatWasClosedAreReplaced() throws SQLException {
    String url = "jdbc:h2:file:" + directory.resolve("ids");
    try (Store store = Store.database(url, null, null)) {
      DataSource database = Objects.requireNonNull(store.database());
      assertThat(store.segments().draw("orders", 1).count()).isOne();
      fill(database);
      try (Connection other = DriverManager.getConnection(url);
          Statement statement = other.createStatement()) {
        statement.execute("shutdown");
      }
      assertThat(store.segments().draw("orders", 1).count()).isOne();
    }
  }
}
