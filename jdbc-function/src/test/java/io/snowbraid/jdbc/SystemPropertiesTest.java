package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which generator the functions use in a new process in which no code names one. */
@Tag("slow")
class SystemPropertiesTest {

  /** Runs in a process of its own. */
  static final class Probe {

    private Probe() {}

    public static void main(String[] args) throws SQLException {
      try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:probe");
          Statement statement = connection.createStatement()) {
        SnowflakeFunctions.install(connection, FunctionOptions.DEFAULT.withoutGenerator());
        try (ResultSet row =
            statement.executeQuery(
                "SELECT SNOWFLAKE_WORKER(ID), SNOWFLAKE_SEQUENCE(ID) FROM NEXT_SNOWFLAKES(1)")) {
          boolean found = row.next();
          System.out.println("found=" + found + ", worker=" + row.getInt(1));
        }
      } catch (SQLException e) {
        System.out.println("rejected: " + e.getMessage());
      }
    }
  }

  private static String probe(String... properties) throws IOException, InterruptedException {
    return probeWith(JavaProcess.CLASS_PATH, properties);
  }

  private static String probeWith(String classPath, String... properties)
      throws IOException, InterruptedException {
    ProcessBuilder java = JavaProcess.with("-cp", classPath);
    java.command().addAll(List.of(properties));
    java.command().add(Probe.class.getName());
    return Programs.output(java);
  }

  @Test
  void withoutAGeneratorTheFunctionFails() throws Exception {
    assertThat(probe())
        .startsWith("rejected: no generator is configured for NEXT_SNOWFLAKE() in this process");
  }

  @Test
  void systemPropertyNamesTheWorker() throws Exception {
    assertThat(probe("-Dsnowbraid.worker-id=11"))
        .contains("found=true, worker=11", "worker 11 is a fixed number");
  }

  @Test
  void systemPropertyNamesTheLayout() throws Exception {
    assertThat(
            probe(
                "-Dsnowbraid.worker-id=1000",
                "-Dsnowbraid.layout=time=41,worker=10,sequence=12,epoch=2025-01-01T00:00:00Z"))
        .contains("found=true, worker=1000");
    assertThat(probe("-Dsnowbraid.worker-id=1000", "-Dsnowbraid.layout=twitter"))
        .contains("found=true, worker=1000");
  }

  @Test
  void badSystemPropertyIsRejected() throws Exception {
    assertThat(probe("-Dsnowbraid.worker-id=eleven"))
        .contains("snowbraid.worker-id must be a whole number of at least 0, but is eleven");
    assertThat(probe("-Dsnowbraid.worker-id=128"))
        .contains("snowbraid.worker-id must be a whole number between 0 and 127, but is 128");
  }

  @Test
  void driversOfOtherDatabasesNeedNotBeThere() throws Exception {
    String classPath =
        JavaProcess.classPath(entry -> !entry.matches(".*(sqlite|hsqldb|postgres).*\\.jar"));
    assertThat(classPath).contains("h2").doesNotContain("sqlite-jdbc", "hsqldb");
    assertThat(probeWith(classPath, "-Dsnowbraid.worker-id=11")).contains("found=true, worker=11");
  }
}
