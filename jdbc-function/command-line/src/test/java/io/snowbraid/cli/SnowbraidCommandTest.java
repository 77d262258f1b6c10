package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.snowbraid.layout.Layout;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class SnowbraidCommandTest {

  private static final String URL = "jdbc:h2:mem:operators;DB_CLOSE_DELAY=-1";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final JdbcDataSource database = new JdbcDataSource();

  @BeforeEach
  void createTable() {
    database.setURL(URL);
    JdbcWorkerSource.of(database).createTableIfMissing();
  }

  @AfterEach
  void dropAll() throws SQLException {
    execute("drop all objects");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int run(String... arguments) {
    CommandLine command = SnowbraidCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  private JsonNode json() {
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void decodesNumbersAndTexts() {
    assertThat(run("decode", "--layout", "DECIMAL", "1613024787541981316")).isZero();
    assertThat(out.toString().lines().toList())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("id                   text           time");
    assertThat(out.toString())
        .containsPattern("1613024787541981316 .* 2021-02-11T06:26:27.541Z +0 +0 +81 +9 +316");
  }

  @Test
  void decodesForMachines() {
    assertThat(run("decode", "--json", "0", "0000000000001")).isZero();
    assertThat(json().size()).isEqualTo(2);
    assertThat(json().get(1).get("id").asString()).isEqualTo("1");
    assertThat(json().get(1).get("sequence").asInt()).isEqualTo(1);
  }

  @Test
  void explainsAnInvalidId() {
    assertThat(run("decode", "12x")).isEqualTo(1);
    assertThat(err.toString()).startsWith("id must be a number").doesNotContain("\tat ");
  }

  @Test
  void showsAndReleasesWorkers() {
    try (Snowflake ids =
        Snowflake.builder().worker(JdbcWorkerSource.of(database)).owner("pod-7").build()) {
      assertThat(run("workers", "--url", URL, "--json")).isZero();
      assertThat(json().get(0).get("owner").asString()).isEqualTo("pod-7");
      assertThat(json().get(0).get("state").asString()).isEqualTo("held");
      assertThat(json().get(0).propertyNames())
          .contains("lastSeen", "grantedTo")
          .noneMatch(name -> name.contains(" "));
      assertThat(run("release", "--url", URL, "--worker", "0")).isZero();
      assertThat(out.toString())
          .containsPattern(
              "worker 0 is released: its owner pod-7 last wrote at \\S+; if still running");
      assertThat(run("release", "--url", URL, "--worker", "0")).isZero();
      assertThat(out.toString())
          .containsPattern("worker 0 was not held: its owner pod-7 or an operator released it at");
      assertThat(run("release", "--url", URL, "--worker", "9")).isEqualTo(1);
      assertThat(err.toString()).contains("worker was never held: worker=9");
      assertThat(ids.nextId()).isPositive();
    }
    assertThat(run("workers", "--url", URL)).isZero();
    assertThat(out.toString()).contains("worker  owner  state     until").contains("last seen");
  }

  @Test
  void doctorTellsWhoseClockIsWrong() {
    Instant early = Instant.now().minus(Duration.ofHours(1));
    try (Snowflake right = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build();
        Snowflake wrong =
            Snowflake.builder()
                .worker(JdbcWorkerSource.of(database))
                .owner("pod-8")
                .clock(() -> early)
                .build()) {
      assertThat(right.nextId()).isGreaterThan(wrong.nextId());
      assertThat(run("doctor", "--url", URL)).isEqualTo(1);
      assertThat(out.toString())
          .containsPattern(
              "clock of 0 +ok +\\S+: differs from the store clock by about -?\\d{1,4} ms")
          .containsPattern(
              "clock of 1 +WRONG +pod-8: differs from the store clock by about -3[56]\\d{5} ms");
    }
  }

  @Test
  void emptyTableIsReported() {
    assertThat(run("workers", "--url", URL)).isZero();
    assertThat(out.toString())
        .startsWith("no worker was ever leased in table=snowbraid_worker, namespace=default");
    out.getBuffer().setLength(0);
    assertThat(run("workers", "--url", URL, "--json")).isZero();
    assertThat(json().isEmpty()).isTrue();
  }

  @Test
  void doctorFindsIdsThatAreAhead() throws SQLException {
    long ahead = Layout.DEFAULT.minId(Instant.now().plus(Duration.ofDays(400)));
    execute("create table orders (id bigint primary key)");
    execute("insert into orders values (1), (" + ahead + ")");
    assertThat(run("doctor", "--url", URL, "--ids", "orders.id")).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("largest id +WRONG +" + ahead)
        .containsPattern("collisions +WRONG +1 ids are larger");
    execute("delete from orders where id > 1");
    assertThat(run("doctor", "--url", URL, "--ids", "orders.id")).isZero();
    assertThat(out.toString()).containsPattern("collisions +ok +none: new ids are larger");
  }

  @Test
  void doctorComparesClockAndLayout() {
    assertThat(run("doctor", "--url", URL)).isZero();
    assertThat(out.toString())
        .containsPattern("clock +ok +differs from the store clock by -?\\d+ ms")
        .containsPattern("layout +ok +time=41.*lasts until 2094")
        .containsPattern("capacity +ok +7168 ids per tick of 1 ms and worker, 128 workers")
        .containsPattern("workers +ok +0 of 128 are held");
  }

  @Test
  void doctorFindsWhatH2WouldChangeOrNotReadBack() throws SQLException {
    SnowflakeFunctions.install(database, FunctionOptions.DEFAULT.withoutGenerator());
    execute("create table good (id bigint default next_snowflake() primary key)");
    assertThat(run("doctor", "--url", URL)).isZero();
    execute("create table bad (n int, id bigint generated always as (next_snowflake()))");
    assertThat(run("doctor", "--url", URL)).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("computed columns +WRONG +\\[PUBLIC.BAD.ID]: H2 recomputes")
        .doesNotContain("GOOD");
    execute("drop table bad");
    execute("create domain id_type as bigint default next_snowflake()");
    assertThat(run("doctor", "--url", URL)).isEqualTo(1);
    assertThat(out.toString()).containsPattern("domains +WRONG +\\[PUBLIC.ID_TYPE]: RUNSCRIPT");
  }

  @Test
  void unreachableDatabaseIsNamed() {
    assertThat(run("workers", "--url", "jdbc:postgresql://localhost:1/none")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("database cannot be reached at jdbc:postgresql://localhost:1/none: Connection")
        .contains("; start the database, or correct the URL");
    assertThat(run("workers", "--url", "jdbc:postgresql://nowhere.invalid/none")).isEqualTo(1);
    assertThat(err.toString())
        .contains("because of java.net.UnknownHostException: nowhere.invalid; start the database");
  }

  @Test
  void rejectedLoginIsNamedWithItsUser() {
    assertThat(run("workers", "--url", URL, "--user", "clerk")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("login was rejected: user=clerk, database=jdbc:h2:mem:operators: Wrong user")
        .contains("(28000); correct --user or --password")
        .doesNotContain("pool", "start the database");
  }

  @Test
  void missingTableIsNamedWithItsRemedy() {
    assertThat(run("workers", "--url", URL, "--table", "nothing")).isEqualTo(1);
    assertThat(err.toString())
        .contains("; correct the table, --url or --user, or create it:")
        .contains("create table if not exists nothing (")
        .doesNotContain("tests");
  }

  @Test
  void mistypedNamespaceAndLayoutAreNoticed() {
    Snowflake.builder()
        .worker(JdbcWorkerSource.of(database).withNamespace("orders"))
        .build()
        .close();
    assertThat(run("workers", "--url", URL, "--namespace", "oders")).isZero();
    assertThat(out.toString()).contains("namespace=oders; the table has the namespaces [orders]");
    assertThat(run("doctor", "--url", URL, "--namespace", "oders")).isZero();
    assertThat(out.toString())
        .containsPattern("namespace +warning +oders has no workers, .* namespaces \\[orders];");
    assertThat(run("doctor", "--url", URL, "--namespace", "orders", "--layout", "TWITTER"))
        .isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("layout +WRONG +time=41,.*worker=10,.* is not the namesp");
  }
}
