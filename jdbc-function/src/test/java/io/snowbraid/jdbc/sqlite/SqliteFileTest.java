package io.snowbraid.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.FunctionsDataSource;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlDatabaseFixture;
import io.snowbraid.jdbc.UrlDataSource;
import io.snowbraid.layout.Layout;
import io.snowbraid.testing.JavaProcess;
import io.snowbraid.worker.WorkerSourceException;
import io.snowbraid.worker.record.WorkerInfo;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a second process on the same file, a copy of the file, and a crash. */
@Tag("slow")
class SqliteFileTest {

  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS T (ID BIGINT NOT NULL PRIMARY KEY DEFAULT (next_snowflake()),"
          + " N INTEGER)";

  @TempDir private Path directory;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private static void insert(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      statement.execute("INSERT INTO T (N) VALUES (1), (2), (3)");
    }
  }

  private static List<Long> ids(DataSource database) throws SQLException {
    return SqlDatabaseFixture.ids(database, "SELECT ID FROM T ORDER BY ID");
  }

  private static List<Integer> workers(List<Long> ids) {
    return ids.stream().map(id -> Layout.DEFAULT.decode(id).worker()).distinct().toList();
  }

  /** Inserts three rows for each input line, with a worker of the same database. */
  static final class Other {

    private Other() {}

    public static void main(String[] arguments) throws IOException, SQLException {
      DataSource database =
          SnowflakeFunctions.wrap(UrlDataSource.of(arguments[0]), FunctionOptions.DEFAULT);
      do {
        insert(database);
        System.out.println("done");
      } while (System.in.read() == '\n');
    }
  }

  private Process start(String url) throws IOException {
    Process process =
        JavaProcess.of(Other.class, url).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    processes.add(process);
    assertThat(process.inputReader().readLine()).isEqualTo("done");
    return process;
  }

  private static void insertThere(Process process) throws IOException {
    BufferedWriter requests = process.outputWriter();
    requests.write('\n');
    requests.flush();
    assertThat(process.inputReader().readLine()).isEqualTo("done");
  }

  private String url(String name) {
    return "jdbc:sqlite:" + directory.resolve(name);
  }

  private static FunctionsDataSource wrapped(String url) {
    return SnowflakeFunctions.wrap(UrlDataSource.of(url), FunctionOptions.DEFAULT);
  }

  @Test
  void processesThatShareAFileHaveWorkersOfTheirOwn() throws Exception {
    String url = url("shared.db");
    Process other = start(url);
    FunctionsDataSource here = wrapped(url);
    for (int i = 0; i < 3; i++) {
      insert(here);
      insertThere(other);
    }
    assertThat(ids(here)).hasSize(3 * 7).doesNotHaveDuplicates();
    assertThat(workers(ids(here))).hasSize(2);
    here.close();
  }

  /** The grant of a process that died is on disk, and the next process starts after it. */
  @Test
  void grantsOfAProcessThatCrashedAreKept() throws Exception {
    String url = url("crashed.db");
    start(url).destroyForcibly().waitFor();
    JdbcWorkerSource source = JdbcWorkerSource.of(UrlDataSource.of(url));
    WorkerInfo dead = source.workers().get(0);
    assertThat(dead.state()).isEqualTo(WorkerInfo.State.HELD);
    FunctionsDataSource database = wrapped(url);
    List<Long> before = ids(database);
    assertThat(before).hasSize(3);
    long granted = Layout.DEFAULT.decode(before.get(2)).time().toEpochMilli();
    assertThat(dead.lastTicks()).anyMatch(tick -> tick > granted - epochMillis());
    insert(database);
    List<Long> after = ids(database);
    assertThat(after).hasSize(6).doesNotHaveDuplicates().containsAll(before);
    after.removeAll(before);
    assertThat(workers(after)).doesNotContain(dead.worker());
    database.close();
  }

  private static long epochMillis() {
    return Layout.DEFAULT.epoch().toEpochMilli();
  }

  /** Nothing in a copied file shows that it is a copy: a free worker is leased from both. */
  @Test
  void copyOfAFileGivesTheSameWorkerUnlessItHasAShare() throws Exception {
    String url = url("original.db");
    FunctionsDataSource original = wrapped(url);
    insert(original);
    original.close();
    Files.copy(directory.resolve("original.db"), directory.resolve("copy.db"));
    FunctionsDataSource again = wrapped(url);
    FunctionsDataSource copy = wrapped(url("copy.db"));
    insert(again);
    insert(copy);
    assertThat(workers(ids(again))).isEqualTo(workers(ids(copy)));
    again.close();
    copy.close();
    JdbcWorkerSource share =
        JdbcWorkerSource.of(UrlDataSource.of(url("copy.db"))).withWorkers("64-127");
    try (Snowflake ids = Snowflake.builder().worker(share).build()) {
      assertThat(ids.workerId()).isGreaterThan(63);
    }
  }

  /** A copy made while a generator runs contains its lease, too, until the lease has expired. */
  @Test
  void copyOfAFileInUseDoesNotGiveTheWorkerThatIsHeld() throws Exception {
    String url = url("used.db");
    FunctionsDataSource original = wrapped(url);
    insert(original);
    Files.copy(directory.resolve("used.db"), directory.resolve("copy.db"));
    FunctionsDataSource copy = wrapped(url("copy.db"));
    insert(copy);
    assertThat(workers(ids(copy))).hasSize(2);
    copy.close();
    original.close();
  }

  @Test
  void fileThatIsLockedIsNamed() throws Exception {
    String url = url("locked.db");
    FunctionsDataSource database = wrapped(url);
    insert(database);
    database.close();
    try (Connection open = UrlDataSource.of(url).getConnection();
        Statement statement = open.createStatement()) {
      statement.execute("BEGIN EXCLUSIVE");
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(() -> JdbcWorkerSource.of(UrlDataSource.of(url)).workers())
          .withMessageContaining("SQLITE_BUSY");
      statement.execute("ROLLBACK");
    }
  }
}
