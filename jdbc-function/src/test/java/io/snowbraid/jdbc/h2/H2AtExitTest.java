package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.worker.record.WorkerInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests a process that is terminated while H2 closes the file that its worker is recorded in. */
@Tag("slow")
class H2AtExitTest {

  @TempDir private Path directory;

  private static JdbcDataSource database(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    database.setUser("sa");
    return database;
  }

  /** Holds a worker for functions, or one that a hook of its own releases, and prints so. */
  static final class Holder {

    private Holder() {}

    public static void main(String[] arguments) throws SQLException, InterruptedException {
      JdbcDataSource database = database(arguments[1]);
      try (Connection keepsItOpen = database.getConnection()) {
        if (arguments[0].equals("functions")) {
          SnowflakeFunctions.install(database, FunctionOptions.DEFAULT);
        } else {
          Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build();
          Runtime.getRuntime().addShutdownHook(new Thread(ids::close));
        }
        System.out.println("ready " + keepsItOpen.isValid(0));
        Thread.sleep(600_000);
      }
    }
  }

  private static String untilItEnds(Process holder) throws IOException, InterruptedException {
    String output = "";
    while (!output.contains("ready")) {
      int next = holder.getInputStream().read();
      assertThat(next).as(output).isNotEqualTo(-1);
      output += (char) next;
    }
    holder.toHandle().destroy(); // SIGTERM; Process.destroy() would close its streams
    output += new String(holder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    holder.waitFor();
    return output;
  }

  private void requireReleased(String kind) throws IOException, InterruptedException {
    String url = "jdbc:h2:file:" + directory.resolve("workers");
    Process holder = JavaProcess.of(Holder.class, kind, url).redirectErrorStream(true).start();
    String output = untilItEnds(holder);
    WorkerInfo worker = JdbcWorkerSource.of(database(url)).workers().get(0);
    if (worker.state() != WorkerInfo.State.RELEASED) {
      assertThat(output).containsOnlyOnce("it expires within 1 min");
    }
  }

  @RepeatedTest(2)
  void workerOfFunctionsIsGivenBack() throws Exception {
    requireReleased("functions");
  }

  @RepeatedTest(2)
  void workerOfAnApplicationIsGivenBack() throws Exception {
    requireReleased("application");
  }
}
