package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowbraid.testing.Programs;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests backups as operators take them: of a running server, and by pg_dump. */
@Tag("slow")
class PostgresBackupTest {

  private static final String MANY =
      "SELECT next_snowflake() FROM generate_series(1, 2000) UNION ALL SELECT id FROM"
          + " next_snowflakes(30000)";

  @TempDir private Path directory;

  private static EmbeddedPostgres.Builder builder(Path data) {
    return EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false);
  }

  /**
   * Only the operator's numbers distinguish two copies; doctor sees that their ids would collide.
   */
  @Test
  void copiesOfOneHotBackupIssueOtherIdsAfterTheirStep() throws Exception {
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");
    try (PostgresServer original = new PostgresServer(builder(directory.resolve("original")))) {
      PostgresServer.Database database = original.installed();
      database.nextId();
      backUp(database, directory.resolve("original"), List.of(one, two));
      try (PostgresServer first = new PostgresServer(builder(one));
          PostgresServer second = new PostgresServer(builder(two))) {
        PostgresServer.Database copy = first.new Database(database.name());
        PostgresServer.Database sibling = second.new Database(database.name());
        assertThat(identity(copy)).isEqualTo(identity(sibling)).isEqualTo(identity(database));
        copy.run("SELECT snowbraid_public.adopt(5)");
        sibling.run("SELECT snowbraid_public.adopt(6)");
        assertThat(List.of(identity(copy), identity(sibling), identity(database)))
            .doesNotHaveDuplicates();
        assertDisjoint(List.of(database, copy, sibling));
      }
    }
  }

  /** Returns what doctor compares. */
  private static String identity(PostgresServer.Database database) throws SQLException {
    return database
        .query(
            String.class,
            "SELECT worker || ' ' || timeline % 4 || ' ' || is_home FROM snowbraid_public.report()")
        .get(0);
  }

  private static void assertDisjoint(List<PostgresServer.Database> databases) throws SQLException {
    List<Long> ids = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      for (PostgresServer.Database database : databases) {
        ids.addAll(database.query(Long.class, MANY));
      }
    }
    assertThat(Set.copyOf(ids)).hasSize(2 * 32_000 * databases.size());
  }

  /**
   * Makes a backup as pg_basebackup does: all files while the server writes, then the log and the
   * label.
   */
  private static void backUp(PostgresServer.Database database, Path data, List<Path> copies)
      throws Exception {
    try (Connection connection = database.open()) {
      boolean isOld = connection.getMetaData().getDatabaseMajorVersion() < 15;
      PostgresServer.run(
          connection,
          isOld
              ? "SELECT pg_start_backup('copy', true, false)"
              : "SELECT pg_backup_start('copy', true)");
      for (Path copy : copies) {
        copy(data, copy);
      }
      String label =
          PostgresServer.query(
                  connection,
                  String.class,
                  isOld
                      ? "SELECT labelfile FROM pg_stop_backup(false, false)"
                      : "SELECT labelfile FROM pg_backup_stop(false)")
              .get(0);
      for (Path copy : copies) {
        Files.writeString(copy.resolve("backup_label"), label);
        copy(data.resolve("pg_wal"), copy.resolve("pg_wal"));
      }
    }
  }

  /** Copies files. Some may disappear meanwhile; recovery repairs that. */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Path target = Files.createDirectories(to.resolve(from.relativize(directory)));
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path target = to.resolve(from.relativize(file));
            if (!file.endsWith("postmaster.pid") && !file.endsWith("postmaster.opts")) {
              Files.write(target, Files.readAllBytes(file));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * A dump is restored into an empty database, has all functions, and issues nothing before
   * adopt().
   */
  @Test
  void dumpThatIsReadBackIssuesOtherIdsOnceItIsAdopted() throws Exception {
    try (PostgresServer server = new PostgresServer()) {
      PostgresServer.Database database = server.installed();
      assumeTrue(canDump(database), "pg_dump of this server's version or later must be installed");
      database.run(
          "CREATE TABLE t (id bigint DEFAULT next_snowflake() PRIMARY KEY, n integer)",
          "INSERT INTO t (n) SELECT generate_series(1, 1000)");
      Path dump = directory.resolve("dump.sql");
      int port = server.server().getPort();
      runTool("pg_dump", port, database.name(), "-f", dump.toString());
      PostgresServer.Database restored = server.empty();
      runTool("psql", port, restored.name(), "-q", "-v", "ON_ERROR_STOP=1", "-f", dump.toString());
      assertThat(restored.query(Long.class, "SELECT id FROM t ORDER BY n"))
          .isEqualTo(database.query(Long.class, "SELECT id FROM t ORDER BY n"));
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> restored.run("INSERT INTO t (n) VALUES (1001)"))
          .withMessageContaining("a copy of a database cannot issue ids of the original");
      restored.run("SELECT snowbraid_public.adopt(5)", "INSERT INTO t (n) VALUES (1001)");
      assertDisjoint(List.of(database, restored));
    }
  }

  private static boolean canDump(PostgresServer.Database database) throws Exception {
    int server =
        database
            .query(Integer.class, "SELECT current_setting('server_version_num')::integer / 10000")
            .get(0);
    try {
      String version = Programs.output("pg_dump", "--version");
      return Integer.parseInt(version.replaceAll("(?s).*PostgreSQL\\) (\\d+).*", "$1")) >= server;
    } catch (IOException e) {
      return false; // not installed
    }
  }

  private void runTool(String tool, int port, String database, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    Collections.addAll(command, tool, "-h", "localhost", "-U", "postgres");
    Collections.addAll(command, "-p", String.valueOf(port), "-d", database);
    Collections.addAll(command, arguments);
    Programs.output(new ProcessBuilder(command));
  }
}
