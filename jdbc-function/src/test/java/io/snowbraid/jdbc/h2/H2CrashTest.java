package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is left of a grant when the process that has the database's file open dies. */
@Tag("slow")
class H2CrashTest {

  @TempDir private Path directory;

  private static JdbcDataSource database(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    database.setUser("sa");
    return database;
  }

  /** Prints what it has recorded, and waits to be killed. */
  static final class Holder {

    private Holder() {}

    public static void main(String[] arguments) throws SQLException, InterruptedException {
      JdbcDataSource database = database(arguments[0]);
      try (Connection keepsItOpen = database.getConnection()) {
        WorkerRequest request = new WorkerRequest("layout", 8, 2, 5, Duration.ofMinutes(1), "host");
        WorkerLease lease = JdbcWorkerSource.of(database).acquire(request);
        System.out.println(lease.extend(new long[] {70, 80}) && keepsItOpen.isValid(0));
        Thread.sleep(600_000);
      }
    }
  }

  private JdbcWorkerSource afterKill() throws IOException, InterruptedException {
    String url = "jdbc:h2:file:" + directory.resolve("workers");
    JdbcWorkerSource source = JdbcWorkerSource.of(database(url)).createTableIfMissing();
    Process holder =
        JavaProcess.of(Holder.class, url).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    assertThat(holder.inputReader().readLine()).isEqualTo("true");
    holder.destroyForcibly().waitFor();
    return source;
  }

  @RepeatedTest(3)
  void grantOutlivesItsProcess() throws Exception {
    assertThat(afterKill().workers().get(0).lastTicks()).containsExactly(70L, 80L);
  }
}
