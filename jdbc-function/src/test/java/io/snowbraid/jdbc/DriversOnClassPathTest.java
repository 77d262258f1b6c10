package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the library as a module, with the database's driver on the class path, in no module. */
@Tag("slow")
class DriversOnClassPathTest {

  private static final String PROGRAM =
      """
      import com.zaxxer.hikari.HikariDataSource;
      import io.snowbraid.Snowflake;
      import io.snowbraid.jdbc.FunctionOptions;
      import io.snowbraid.jdbc.SnowflakeFunctions;
      import io.snowbraid.worker.WorkerSource;
      import java.sql.*;
      import javax.sql.DataSource;

      class Shop {
        public static void main(String[] arguments) throws SQLException {
          try (HikariDataSource database = new HikariDataSource()) {
            database.setJdbcUrl(arguments[0]);
            database.setMaximumPoolSize(1);
            Snowflake ids = Snowflake.builder().worker(WorkerSource.fixed(9)).build();
            DataSource equipped =
                SnowflakeFunctions.wrap(database, FunctionOptions.DEFAULT.withGenerator(ids));
            try (Connection connection = equipped.getConnection();
                Statement statement = connection.createStatement()) {
              for (int i = 1; i < arguments.length; i++) {
                try (ResultSet rows = statement.executeQuery(arguments[i])) {
                  rows.next();
                  System.out.println("answer " + rows.getString(1));
                }
              }
            }
          }
          System.out.println("library in " + Snowflake.class.getModule().getName());
        }
      }
      """;

  private static final Pattern MODULES =
      Pattern.compile(
          ".*(/snowbraid-generator-[^/]*\\.jar|(jdbc-function|generator)/target/classes)");

  private static final Pattern ABSENT = Pattern.compile(".*(test-classes|-tests\\.jar|surefire).*");

  @TempDir private Path folder;

  private static String path(Predicate<String> condition) {
    return JavaProcess.classPath(condition.and(Predicate.not(ABSENT.asMatchPredicate())));
  }

  private String output(String... arguments) throws IOException, InterruptedException {
    Path program = Files.writeString(folder.resolve("Shop.java"), PROGRAM);
    ProcessBuilder java =
        JavaProcess.with(
            "-Dhsqldb.method_class_names=io.snowbraid.jdbc.hsqldb.HsqldbFunctions.*",
            "-p",
            path(MODULES.asMatchPredicate()),
            "--add-modules",
            "io.snowbraid.jdbc,java.management",
            "-cp",
            path(Predicate.not(MODULES.asMatchPredicate())),
            program.toString());
    java.command().addAll(Arrays.asList(arguments));
    return Programs.output(java);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:h2:mem:shop | SELECT COUNT(*) FROM NEXT_SNOWFLAKES(3)",
        "jdbc:hsqldb:mem:shop | SELECT COUNT(*) FROM UNNEST(NEXT_SNOWFLAKES(3)) AS T(ID)",
        "jdbc:sqlite::memory: | SELECT COUNT(*) FROM json_each(next_snowflakes(3))"
      })
  void functionsAreCalled(String address, String three) throws Exception {
    String worker = "VALUES (SNOWFLAKE_WORKER(NEXT_SNOWFLAKE()))";
    assertThat(output(address, worker, three))
        .contains("answer 9", "answer 3", "library in io.snowbraid");
  }
}
