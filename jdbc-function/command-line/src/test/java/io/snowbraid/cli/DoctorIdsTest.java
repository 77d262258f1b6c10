package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.job.PastIds;
import io.snowbraid.layout.IdText;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the doctor reports about ids, before and after the first generator. */
class DoctorIdsTest extends CommandLineFixture {

  private static final String URL = "jdbc:h2:mem:doctor;DB_CLOSE_DELAY=-1";

  private final JdbcDataSource database = new JdbcDataSource();

  @BeforeEach
  void createColumn() throws SQLException {
    database.setURL(URL);
    execute(URL, "create table orders (id bigint primary key)");
  }

  @AfterEach
  void dropAll() throws SQLException {
    execute(URL, "drop all objects");
  }

  private static void insert(long... ids) throws SQLException {
    for (long id : ids) {
      execute(URL, "insert into orders values (" + id + ")");
    }
  }

  private int check() {
    return run("doctor", "--url", URL, "--ids", "orders.id");
  }

  private static long idAt(Instant time, int worker) {
    Layout layout = Layout.DEFAULT;
    long tick = Duration.between(layout.epoch(), time).toMillis();
    return layout.encode(tick, 0, 0, worker, 5, 0);
  }

  @Test
  void missingWorkerTableIsOnlyAWarning() throws SQLException {
    insert(1, 2, 3);
    assertThat(check()).isZero();
    assertThat(out.toString())
        .containsPattern(
            "worker table +warning +is missing \\(table=snowbraid_worker, namespace=def")
        .containsPattern("largest id +ok +3 of orders.id, ")
        .containsPattern("collisions +ok +none: new ids are larger")
        .doesNotContain("worker records");
  }

  @Test
  void schemaThatHasTheWorkerTableIsNamed() throws SQLException {
    execute(URL, "create schema app", "create table app.snowbraid_worker (worker int)");
    assertThat(run("doctor", "--url", URL)).isZero();
    assertThat(out.toString())
        .containsPattern("worker table +warning +is missing \\(")
        .contains("but exists in the schemas [APP]; name one with --table");
  }

  @Test
  void atMostAThousandIdsAreCounted() throws SQLException {
    long next = Layout.DEFAULT.minId(Instant.now().plus(Duration.ofDays(1)));
    execute(
        URL,
        "insert into orders select " + next + " + x from system_range(1, 999)",
        "insert into orders select x from system_range(1, 5000)");
    assertThat(check()).isEqualTo(1);
    assertThat(out.toString()).containsPattern("collisions +WRONG +999 ids are larger");
    insert(next + 1_000, next + 1_001);
    assertThat(check()).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("collisions +WRONG +1000 or more ids are larger .* or more; use a layout");
  }

  @Test
  void idsBeyondTheLayoutAreFound() throws SQLException {
    insert(7, Layouts.JAVASCRIPT.maxId(Layouts.JAVASCRIPT.lastInstant()) + 1);
    assertThat(run("doctor", "--url", URL, "--ids", "orders.id", "--layout", "javascript"))
        .isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("largest id +WRONG +\\d+ of orders.id, larger than any id of this layout")
        .containsPattern("collisions +WRONG +1 ids are larger");
    execute(URL, "delete from orders");
    assertThat(check()).isZero();
    assertThat(out.toString()).containsPattern("ids +ok +orders.id is empty");
    insert(-7);
    assertThat(check()).isEqualTo(1);
    assertThat(out.toString()).containsPattern("ids +WRONG +orders.id contains only negative ids");
  }

  @Test
  void columnThatCannotBeReadIsAFinding() throws SQLException {
    insert(1);
    assertThat(run("doctor", "--url", URL, "--ids", "order.id", "--ids", "orders.id")).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("ids +WRONG +")
        .containsPattern("largest id +ok +1 of orders.id, ");
  }

  @Test
  void tableThatRecordsItsIdsIsOk() throws SQLException {
    try (Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build()) {
      insert(ids.nextIds(20));
    }
    insert(idAt(Instant.now().minus(Duration.ofDays(1)), 0));
    assertThat(check()).isZero();
    assertThat(out.toString())
        .containsPattern("worker records +ok +orders.id contains no ids that");
  }

  /** Simulates a table restored from a backup, which does not record later ids. */
  @Test
  void tableThatIsOlderThanTheIdsOfItsWorkersIsFound() throws SQLException {
    try (Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build()) {
      insert(ids.nextId());
    }
    execute(URL, "update snowbraid_worker set last_ticks = '1000' where worker = 0");
    insert(idAt(Instant.now().minus(Duration.ofMinutes(1)), 0));
    assertThat(check()).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern(
            "worker records +WRONG +orders.id contains ids of workers \\[0] that are later");
  }

  /** Simulates a new table, which assigns other workers than the old one. */
  @Test
  void workersThatTheTableNeverAssignedAreFound() throws SQLException {
    try (Snowflake ids = Snowflake.builder().worker(JdbcWorkerSource.of(database)).build()) {
      assertThat(ids.nextId()).isPositive();
    }
    Instant before = Instant.now().minus(Duration.ofDays(1));
    insert(idAt(before, 0), idAt(before, 5), idAt(before, 6));
    assertThat(check()).isZero();
    assertThat(out.toString())
        .containsPattern(
            "worker records +warning +orders.id contains ids of workers \\[5, 6] that");
  }

  @Test
  void digitsAloneAreDecimal() {
    assertThat(run("decode", "--json", "--layout", "javascript", "1234567890123")).isZero();
    assertThat(json().get(0).get("id").asString()).isEqualTo("1234567890123");
    assertThat(run("decode", "--json", "--form", "text", "1234567890123")).isZero();
    assertThat(json().get(0).get("id").asString())
        .isEqualTo(Long.toString(IdText.parse("1234567890123")));
    assertThat(run("decode", "--json", "--form", "HEX", "0x1F", "1f")).isZero();
    assertThat(json().get(0).get("id").asString()).isEqualTo("31");
    assertThat(json().get(1).get("id").asString()).isEqualTo("31");
    assertThat(run("decode", "--json", "--form", "decimal", "0000000000010")).isZero();
    assertThat(json().get(0).get("id").asString()).isEqualTo("10");
    assertThat(run("decode", "--form", "decimal", "000000000000A")).isEqualTo(1);
    assertThat(run("decode", "--form", "hex", "ffffffffffffffff")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("id must be a number between 0 and 7fffffffffffffff in base");
    assertThat(run("decode", "--form", "octal", "7")).isEqualTo(2);
  }

  @Test
  void idsOfThePastAreKnownAsLongAsTheirLaneIsClaimed() throws SQLException {
    PastIds past = PastIds.open(JdbcWorkerSource.of(database));
    insert(past.idAt(Instant.now().minusSeconds(3_600)));
    assertThat(check()).isZero();
    assertThat(out.toString())
        .containsPattern("workers +ok +0 of 128 are held, 1 are reserved")
        .containsPattern("worker records +ok +orders.id contains no ids that are later than");
    assertThat(run("workers", "--url", URL)).isZero();
    assertThat(out.toString())
        .containsPattern(
            "127 +ids for the past, and blocks +past +- +" + Instant.now().toString().charAt(0));
    execute(
        URL,
        "update snowbraid_worker set last_ticks = replace(last_ticks, '9223372036854775807',"
            + " '-1')");
    assertThat(check()).isOne();
    assertThat(out.toString()).contains("orders.id contains ids of workers [127]");
    assertThat(run("release", "--url", URL, "--worker", "127")).isOne();
    assertThat(err.toString())
        .contains("worker is reserved for ids of the past and for blocks: worker=127");
  }
}
