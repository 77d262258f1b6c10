package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import io.snowbraid.worker.record.WorkerInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker of a data source that is still open is released when the process exits. */
@Tag("slow")
class LeaseAtExitTest {

  /** Runs in a separate process. */
  static final class Probe {

    private Probe() {}

    public static void main(String[] args) throws SQLException, IOException {
      DataSource orders = new Shards().open("url: " + args[0], "user: sa");
      Shards.createTable(orders);
      System.out.println("keys=" + Shards.insert(orders, 3).size());
      System.out.println(workers(args[0]).get(0).state());
      System.exit(0); // the threads of the pools would keep the process alive
    }
  }

  private static List<WorkerInfo> workers(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    database.setUser("sa");
    return JdbcWorkerSource.of(database).workers();
  }

  @Test
  void workerIsReleased(@TempDir Path directory) throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("workers") + ";DB_CLOSE_ON_EXIT=FALSE";
    assertThat(Programs.output(JavaProcess.of(Probe.class, url)))
        .contains("keys=3")
        .endsWith(WorkerInfo.State.HELD + "\n");
    assertThat(workers(url))
        .extracting(WorkerInfo::state)
        .containsExactly(WorkerInfo.State.RELEASED);
  }
}
