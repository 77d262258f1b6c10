package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that ends: H2 closes its file under all connections of a pool, and opens it for the
 * next one.
 */
class ClosedDatabaseTest {

  private static final int CONNECTIONS = 3;

  @TempDir private Path directory;

  private String url() {
    return "jdbc:h2:file:" + directory.resolve("workers");
  }

  private DataSource direct() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url());
    database.setUser("sa");
    return database;
  }

  private void assertReleasedAfterwards(DataSource pool) throws SQLException {
    Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(pool)).build();
    useAll(pool);
    shutDown();
    ids.close();
    assertThat(JdbcWorkerSource.of(direct()).workers())
        .extracting(WorkerInfo::state)
        .containsExactly(WorkerInfo.State.RELEASED);
  }

  /** Uses all connections of a pool at once, so that it takes none of them for idle. */
  private static void useAll(DataSource pool) throws SQLException {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      all.add(pool.getConnection());
    }
    for (Connection connection : all) {
      connection.close();
    }
  }

  private void shutDown() throws SQLException {
    try (Connection connection = direct().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }

  @Test
  void workerIsReleasedOverAnotherConnectionOfHikari() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url());
    config.setUsername("sa");
    config.setMaximumPoolSize(CONNECTIONS);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      assertReleasedAfterwards(pool);
    }
  }

  @Test
  void workerIsReleasedOverAnotherConnectionOfAgroal() throws SQLException {
    AgroalDataSourceConfigurationSupplier config =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.maxSize(CONNECTIONS)
                        .connectionFactoryConfiguration(
                            factory -> factory.jdbcUrl(url()).principal(new NamePrincipal("sa"))));
    try (AgroalDataSource pool = AgroalDataSource.from(config)) {
      assertReleasedAfterwards(pool);
    }
  }
}
