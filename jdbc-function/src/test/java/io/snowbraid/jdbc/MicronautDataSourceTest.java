package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micronaut.context.ApplicationContext;
import io.micronaut.data.connection.exceptions.NoConnectionException;
import io.snowbraid.Snowflake;
import io.snowbraid.worker.WorkerSourceException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Tests data sources that only give the connection of a transaction, as Micronaut's do. */
class MicronautDataSourceTest {

  private static final Map<String, Object> SETTINGS =
      Map.of(
          "datasources.default.url", "jdbc:h2:mem:micronaut",
          "datasources.default.driver-class-name", "org.h2.Driver");

  @Test
  void workerIsLeasedFromThePoolThatItWraps() throws SQLException {
    try (ApplicationContext application = ApplicationContext.run(SETTINGS)) {
      DataSource dataSource = application.getBean(DataSource.class);
      assertThatExceptionOfType(NoConnectionException.class)
          .isThrownBy(() -> dataSource.getConnection().getAutoCommit());
      JdbcWorkerSource workers = JdbcWorkerSource.of(dataSource);
      try (Snowflake ids = Snowflake.builder().worker(workers).build()) {
        assertThat(ids.layout().decode(ids.nextId()).worker()).isEqualTo(ids.workerId());
        assertThat(workers.workers()).hasSize(1);
      }
    }
  }

  @Test
  void functionsAreInstalledInTheDatabaseOfItsPool() throws SQLException {
    try (ApplicationContext application = ApplicationContext.run(SETTINGS)) {
      InstalledFunctions functions =
          SnowflakeFunctions.install(application.getBean(DataSource.class));
      assertThat(issuedBySql()).isGreaterThan(1L << 57);
      functions.close();
    }
  }

  private static long issuedBySql() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:micronaut", "sa", "");
        Statement statement = connection.createStatement();
        ResultSet id = statement.executeQuery("VALUES NEXT_SNOWFLAKE()")) {
      return id.next() ? id.getLong(1) : -1;
    }
  }

  /** As of a framework; the JDK's own mean something else. */
  private static final class OutsideException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutsideException() {
      super("No current connection present");
    }
  }

  @Test
  void remedyIsSaidIfThereIsNoPoolInside() {
    DataSource dataSource =
        (DataSource)
            Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  throw new OutsideException();
                });
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> JdbcWorkerSource.of(dataSource).workers())
        .withMessageContaining("gave no connection: ")
        .withMessageContaining("No current connection present")
        .withMessageEndingWith(
            "; if the data source depends on the calling thread or its transaction, pass one that"
                + " serves any thread, such as the data source it wraps, because background threads"
                + " renew leases");
  }

  /** As of a data source for tenants, which throws neither a state nor a code. */
  @Test
  void dataSourceThatLooksAtTheThreadIsNamed() {
    Thread caller = Thread.currentThread();
    DataSource ofTenants =
        FakeJdbc.dataSource(
            () -> {
              if (Thread.currentThread() != caller) {
                throw new SQLException("no tenant on this thread");
              }
              return DriverManager.getConnection("jdbc:h2:mem:tenant", "sa", "");
            });
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> JdbcWorkerSource.of(ofTenants).workers())
        .withMessage(
            "data source gave no connection: no tenant on this thread, table=snowbraid_worker,"
                + " namespace=default; if the data source depends on the calling thread or its"
                + " transaction, pass one that serves any thread, such as the data source it wraps,"
                + " because background threads renew leases");
  }
}
