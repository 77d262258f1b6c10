package io.snowbraid.jdbc.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.ReadOnlyDatabaseTest;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a replica that is promoted while the original server continues. */
@Tag("slow")
class PostgresReplicaTest {

  @TempDir private Path directory;

  private Path primaryData() {
    return directory.resolve("primary");
  }

  private EmbeddedPostgres.Builder builder(Path data) {
    return EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false);
  }

  @Test
  void promotedReplicaIssuesOtherIds() throws IOException, SQLException {
    String name;
    long id;
    try (PostgresServer primary = new PostgresServer(builder(primaryData()))) {
      PostgresServer.Database database = primary.installed();
      name = database.name();
      id = database.nextId();
    }
    Path copy = directory.resolve("replica");
    copy(primaryData(), copy);
    try (PostgresServer primary = new PostgresServer(builder(primaryData()))) {
      PostgresServer.Database database = primary.new Database(name);
      IdParts parts = Layout.DEFAULT.decode(database.nextId());
      assertThat(parts.rollback()).isZero(); // a server that was shut down has lost nothing
      Files.createFile(copy.resolve("standby.signal"));
      Files.writeString(
          copy.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=localhost user=postgres port=%d'%n"
              .formatted(primary.server().getPort()),
          StandardOpenOption.APPEND);
      try (PostgresServer replica = new PostgresServer(builder(copy))) {
        issueOnBothSides(database, replica.new Database(name), id);
      }
    }
  }

  /** Copied bytes do not show that they are a copy, so the operator has to say so. */
  @Test
  void copyOfAServerIssuesOtherIdsAfterItsStep() throws IOException, SQLException {
    String name;
    try (PostgresServer original = new PostgresServer(builder(primaryData()))) {
      PostgresServer.Database database = original.installed();
      name = database.name();
      database.nextId();
    }
    Path recovered = directory.resolve("recovered");
    Path adopted = directory.resolve("adopted");
    copy(primaryData(), recovered);
    copy(primaryData(), adopted);
    Files.createFile(recovered.resolve("recovery.signal"));
    Files.writeString(
        recovered.resolve("postgresql.auto.conf"),
        "restore_command = 'false'\n",
        StandardOpenOption.APPEND);
    try (PostgresServer first = new PostgresServer(builder(primaryData()));
        PostgresServer second = new PostgresServer(builder(recovered));
        PostgresServer third = new PostgresServer(builder(adopted))) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> third.new Database(name).run("SELECT snowbraid_public.adopt()"))
          .withMessageContaining("nothing shows that this database is a copy");
      third.new Database(name).run("SELECT snowbraid_public.adopt(5)");
      Set<Long> ids = new HashSet<>();
      for (int round = 0; round < 3; round++) {
        for (PostgresServer server : List.of(first, second, third)) {
          PostgresServer.Database database = server.new Database(name);
          ids.addAll(
              database.query(
                  Long.class,
                  "SELECT next_snowflake() FROM generate_series(1, 2000) UNION ALL SELECT id FROM"
                      + " next_snowflakes(30000)"));
        }
      }
      assertThat(ids).hasSize(3 * 3 * 32_000);
      assertThat(
              second.new Database(name)
                  .query(Integer.class, "SELECT snowflake_timeline(next_snowflake())"))
          .containsExactly(2);
    }
  }

  private static void issueOnBothSides(
      PostgresServer.Database primary, PostgresServer.Database replica, long known)
      throws SQLException {
    // is before the replica's clock, so that both sides use the same milliseconds
    Set<Long> ids =
        new HashSet<>(primary.query(Long.class, "SELECT id FROM next_snowflakes(500000)"));
    awaitReplay(primary, replica);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(replica::nextId)
        .withMessageContaining("this server is a replica, and only the primary issues ids");
    assertThat(replica.query(Integer.class, "SELECT snowflake_worker(" + known + ")"))
        .containsExactly(127);
    ReadOnlyDatabaseTest.assertRejected(
        JdbcWorkerSource.of(replica.dataSource()).withNamespace("standby"));
    replica.run("SELECT pg_promote()");
    assertThat(replica.query(Integer.class, "SELECT snowflake_timeline(next_snowflake())"))
        .containsExactly(2);
    for (int i = 0; i < 5; i++) {
      for (PostgresServer.Database side : List.of(primary, replica)) {
        for (String sql :
            List.of(
                "SELECT next_snowflake() FROM generate_series(1, 2000)",
                "SELECT id FROM next_snowflakes(10000)")) {
          assertThat(ids.addAll(side.query(Long.class, sql))).isTrue();
        }
      }
    }
    assertThat(ids).hasSize(500_000 + 2 * 5 * 12_000);
  }

  private static void awaitReplay(PostgresServer.Database primary, PostgresServer.Database replica)
      throws SQLException {
    primary.run("CREATE TABLE last_change (n integer)");
    String sql = "SELECT to_regclass('last_change') IS NOT NULL";
    for (int attempt = 0; attempt < 3_000; attempt++) {
      if (replica.query(Boolean.class, sql).contains(true)) {
        return;
      }
      LockSupport.parkNanos(20_000_000);
    }
    throw new AssertionError("replica did not follow");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}
