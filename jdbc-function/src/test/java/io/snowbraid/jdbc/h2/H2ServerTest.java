package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.FunctionInstallException;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.jdbc.SqlFunctionsSuite;
import io.snowbraid.layout.Layout;
import io.snowbraid.testing.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a server in a process of its own, where the ids are issued. */
class H2ServerTest {

  private static final Pattern ADDRESS = Pattern.compile(".*tcp://[^ ]*:(\\d+) .*");

  private Process server;

  @AfterEach
  void stop() {
    server.destroyForcibly();
  }

  private DataSource start(String... properties) throws IOException {
    ProcessBuilder java = JavaProcess.with("-cp", JavaProcess.CLASS_PATH);
    java.command().addAll(List.of(properties));
    java.command().addAll(List.of("org.h2.tools.Server", "-tcp", "-tcpPort", "0", "-ifNotExists"));
    server = java.redirectErrorStream(true).start();
    BufferedReader output = server.inputReader(StandardCharsets.UTF_8);
    Matcher address = ADDRESS.matcher("");
    String line = output.readLine();
    while (line != null && !address.reset(line).matches()) {
      line = output.readLine();
    }
    assertThat(line).as("the server says where it listens").isNotNull();
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(
        "jdbc:h2:tcp://localhost:" + address.group(1) + "/mem:remote;DB_CLOSE_DELAY=-1");
    database.setUser("sa");
    return database;
  }

  @Test
  void idsComeFromTheServersWorker() throws Exception {
    DataSource database = start("-Dsnowbraid.worker-id=11");
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    List<Long> ids = SqlFunctionsSuite.ids(database, "SELECT ID FROM NEXT_SNOWFLAKES(1000)");
    assertThat(ids).hasSize(1_000).doesNotHaveDuplicates();
    LongStream workers = ids.stream().mapToLong(id -> Layout.DEFAULT.decode(id).worker());
    assertThat(workers.distinct().toArray()).containsExactly(11L);
  }

  @Test
  void serverWithoutAWorkerIssuesNothing() throws Exception {
    DataSource database = start();
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> SqlFunctionsSuite.ids(database, "SELECT NEXT_SNOWFLAKE()"))
        .withMessageContaining("no generator is configured for NEXT_SNOWFLAKE()")
        .withMessageContaining("snowbraid.worker-id");
    assertThatExceptionOfType(FunctionInstallException.class)
        .isThrownBy(() -> SnowflakeFunctions.install(database, FunctionOptions.DEFAULT))
        .withMessageStartingWith("database must be open in this process");
  }
}
