package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import io.snowbraid.worker.record.WorkerInfo;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that was leased for a database is released when the process ends. */
@Tag("slow")
class LeaseAtExitTest {

  /** Runs in a process of its own. */
  static final class Probe {

    private Probe() {}

    public static void main(String[] args) throws SQLException {
      JdbcDataSource database = database(args[0]);
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT);
      System.out.println(SqlDatabaseFixture.ids(database, "VALUES NEXT_SNOWFLAKE()"));
      System.out.println(JdbcWorkerSource.of(database).workers().get(0).state());
    }
  }

  /** Returns a database that H2 does not close by itself when the process ends. */
  private static JdbcDataSource database(String path) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:file:" + path + ";DB_CLOSE_ON_EXIT=FALSE");
    return database;
  }

  @Test
  void workerGoesBack(@TempDir Path directory) throws Exception {
    String path = directory.resolve("database").toString();
    assertThat(Programs.output(JavaProcess.of(Probe.class, path)))
        .matches(
            "(?s).*created the worker table: [^\\n]*\\R\\[\\d+]\\R"
                + WorkerInfo.State.HELD
                + "\\R");
    List<WorkerInfo> workers = JdbcWorkerSource.of(database(path)).workers();
    assertThat(workers).hasSize(1);
    assertThat(workers.get(0).state()).isEqualTo(WorkerInfo.State.RELEASED);
  }
}
