package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcWorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistyped path is an error and does not create a database. */
@Tag("slow")
class NothingIsCreatedTest extends CommandLineFixture {

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("workers"),
          List.of("doctor"),
          List.of("doctor", "--ids", "orders.id"),
          List.of("doctor", "--try"),
          List.of("release", "--worker", "1"),
          List.of("blocks", "list"),
          List.of("blocks", "forget", "orders"),
          List.of("segments", "list"),
          List.of("segments", "create", "orders"),
          List.of("segments", "advance", "orders", "9"),
          List.of("slots", "list"),
          List.of("slots", "repair", "7", "--above", "9"),
          List.of("functions"),
          List.of("uninstall"));

  @TempDir private Path folder;

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> folder.relativize(file).toString()).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:file:FOLDER/typo",
        "jdbc:h2:FOLDER/typo;IFEXISTS=FALSE",
        "jdbc:h2:FOLDER/typo;AUTO_SERVER=TRUE;MODE=MySQL",
        "jdbc:h2:nio:FOLDER/typo",
        "jdbc:hsqldb:file:FOLDER/typo",
        "jdbc:hsqldb:file:FOLDER/typo;ifexists=false",
        "jdbc:sqlite:FOLDER/typo",
        "jdbc:sqlite:file:FOLDER/typo?mode=rwc",
      })
  void typoCreatesNoDatabase(String pattern) throws IOException {
    requireRejected(List.of("workers"), pattern.replace("FOLDER", folder.toString()));
  }

  @Test
  void noCommandCreatesOne() throws IOException {
    for (List<String> command : COMMANDS) {
      requireRejected(command, "jdbc:h2:file:" + folder.resolve("typo"));
    }
  }

  private void requireRejected(List<String> command, String url) throws IOException {
    String[] arguments =
        Stream.concat(command.stream(), Stream.of("--url", url)).toArray(String[]::new);
    assertThat(run(arguments)).as("%s", command).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("database ")
        .contains(
            folder.resolve("typo").toString(), "correct the URL (this command creates no database");
    assertThat(files()).containsExactly("");
  }

  @Test
  void existingDatabaseIsOpened() throws SQLException {
    String url = "jdbc:h2:file:" + folder.resolve("shop");
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    JdbcWorkerSource.of(database).createTableIfMissing();
    assertThat(run("workers", "--url", url)).isZero();
    assertThat(run("workers", "--url", url + ";ifexists=false")).isZero();
    String hsqldb = "jdbc:hsqldb:file:" + folder.resolve("hsqldb");
    execute(hsqldb, "create table t (id bigint)", "shutdown");
    assertThat(run("doctor", "--url", hsqldb, "--ids", "t.id")).isZero();
    execute(hsqldb, "shutdown");
  }

  @Test
  void databasesInMemoryAreThoseOfAnotherProcess() {
    assertThat(run("workers", "--url", "jdbc:h2:mem:elsewhere")).isEqualTo(1);
    assertThat(err.toString())
        .contains("\"mem:elsewhere\"", "one in memory is visible only to its own process");
  }
}
