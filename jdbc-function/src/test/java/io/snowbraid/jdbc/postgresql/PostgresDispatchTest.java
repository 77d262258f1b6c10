package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that PostgreSQL is recognised, and that its functions are installed as in any other
 * database.
 */
class PostgresDispatchTest extends PostgresTestCase {

  @BeforeEach
  void create() throws SQLException {
    database = server.empty();
  }

  private int worker() throws SQLException {
    return Layout.DEFAULT.decode(database.nextId()).worker();
  }

  @Test
  void installsOverADataSource() throws SQLException {
    SnowflakeFunctions.install(database.dataSource());
    SnowflakeFunctions.install(database.dataSource());
    assertThat(worker()).isEqualTo(127);
  }

  @Test
  void installsInTheTransactionOfAConnection() throws SQLException {
    try (Connection connection = database.open()) {
      connection.setAutoCommit(false);
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT);
      connection.rollback();
      assertThatExceptionOfType(SQLException.class).isThrownBy(this::worker);
      SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT);
      connection.commit();
    }
    assertThat(worker()).isEqualTo(127);
  }

  @Test
  void takesItsWorkerFromTheGivenTable() throws SQLException {
    FunctionOptions options =
        FunctionOptions.DEFAULT.withTable("ids_workers").withNamespace("orders");
    SnowflakeFunctions.install(database.dataSource(), options);
    assertThat(worker()).isEqualTo(127);
    assertThat(
            JdbcWorkerSource.of(database.dataSource())
                .withTable("ids_workers")
                .withNamespace("orders")
                .workers())
        .singleElement()
        .matches(worker -> worker.state() == WorkerInfo.State.RESERVED);
  }

  @Test
  void scriptDoesTheSame() throws SQLException {
    database.run(SnowflakeFunctions.script(ScriptDialect.POSTGRESQL, FunctionOptions.DEFAULT));
    assertThat(worker()).isEqualTo(127);
  }

  @Test
  void generatorOfAProcessIsRejected() {
    try (Snowflake generator = Snowflake.builder().worker(WorkerSource.fixed(3)).build()) {
      assertThatExceptionOfType(FunctionInstallException.class)
          .isThrownBy(
              () ->
                  SnowflakeFunctions.install(
                      database.dataSource(), FunctionOptions.DEFAULT.withGenerator(generator)))
          .withMessage(
              "functions of PostgreSQL take no generator, because the server generates the ids;"
                  + " call install(dataSource, options) with the table and namespace of the"
                  + " generator's workers");
    }
  }
}
