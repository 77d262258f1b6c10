package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDatabaseFixture;
import io.snowbraid.layout.Layout;
import io.snowbraid.testing.JavaProcess;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests processes with one file, which the first of them opens for all: AUTO_SERVER=TRUE. */
@Tag("slow")
class H2AutoServerTest {

  @TempDir private Path directory;

  private final List<Process> processes = new ArrayList<>();
  private String url;

  @BeforeEach
  void choose() {
    url = "jdbc:h2:file:" + directory.resolve("shared") + ";AUTO_SERVER=TRUE";
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private static JdbcDataSource database(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    database.setUser("sa");
    return database;
  }

  private static long next(JdbcDataSource database) throws SQLException {
    return SqlDatabaseFixture.ids(database, "SELECT NEXT_SNOWFLAKE()").get(0);
  }

  private static int worker(long id) {
    return Layout.DEFAULT.decode(id).worker();
  }

  /** Installs the functions as any process does, and prints an id for each input line. */
  static final class Other {

    private Other() {}

    public static void main(String[] arguments) throws IOException, SQLException {
      JdbcDataSource database = database(arguments[0]);
      SnowflakeFunctions.install(database, FunctionOptions.DEFAULT);
      try (Connection keepsItOpen = database.getConnection()) {
        System.out.println(keepsItOpen.isValid(0));
        while (System.in.read() == '\n') {
          System.out.println(next(database));
        }
      }
    }
  }

  private Process start() throws IOException {
    Process process =
        JavaProcess.of(Other.class, url).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    processes.add(process);
    assertThat(process.inputReader().readLine()).isEqualTo("true");
    return process;
  }

  private static long ask(Process process) throws IOException {
    BufferedWriter questions = process.outputWriter();
    questions.write('\n');
    questions.flush();
    return Long.parseLong(process.inputReader().readLine());
  }

  /**
   * Each process has a worker of its own; the worker of the process that has the file open issues
   * the ids.
   */
  @Test
  void processThatTakesOverIssuesIdsOfItsOwnWorker() throws Exception {
    Process first = start();
    Process second = start();
    long id = ask(first);
    Set<Long> ids = new HashSet<>(List.of(id, ask(second), ask(first)));
    assertThat(ids).extracting(H2AutoServerTest::worker).containsOnly(worker(id));
    first.destroyForcibly().waitFor();
    long next = ask(second);
    assertThat(worker(next)).isNotEqualTo(worker(id));
    ids.addAll(List.of(next, ask(start()), ask(second)));
    assertThat(ids).hasSize(6);
    assertThat(JdbcWorkerSource.of(database(url)).workers()).hasSizeBetween(2, 3);
  }

  /** A process that only asks for ids needs no worker until it has to open the file itself. */
  @Test
  void processWithoutAGeneratorIsServedByTheOther() throws Exception {
    Process first = start();
    JdbcDataSource database = database(url);
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    assertThat(worker(next(database))).isEqualTo(worker(ask(first)));
    first.destroyForcibly().waitFor();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> next(database))
        .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE() in this process");
  }
}
