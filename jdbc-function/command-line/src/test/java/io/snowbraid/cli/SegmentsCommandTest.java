package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.SegmentIds;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what operators see of tags, and what they change. */
class SegmentsCommandTest extends CommandLineFixture {

  private static final String URL = "jdbc:h2:mem:segments;DB_CLOSE_DELAY=-1";

  private final JdbcDataSource database = new JdbcDataSource();
  private JdbcSegmentSource source = JdbcSegmentSource.of(database);

  @BeforeEach
  void createTable() {
    database.setURL(URL);
    source = JdbcSegmentSource.of(database);
    assertThat(source.create("orders", 100)).isTrue();
  }

  @AfterEach
  void dropAll() throws SQLException {
    execute(URL, "drop all objects");
  }

  @Test
  void tagsAreListedWithTheirBounds() {
    assertThat(source.create("customers", 7)).isTrue();
    assertThat(run("segments", "list", "--url", URL)).isZero();
    assertThat(out.toString().lines())
        .containsExactly("tag        bound", "customers  7", "orders     100");
    assertThat(run("segments", "list", "--url", URL, "--json")).isZero();
    assertThat(json().get(1).get("tag").asString()).isEqualTo("orders");
    assertThat(json().get(1).get("bound").asLong()).isEqualTo(100);
  }

  @Test
  void emptyTableIsReported() throws SQLException {
    execute(URL, "delete from snowbraid_segment");
    assertThat(run("segments", "list", "--url", URL)).isZero();
    assertThat(out.toString()).startsWith("no tag was ever created in table=snowbraid_segment");
    assertThat(run("segments", "list", "--url", URL, "--json")).isZero();
    assertThat(json().isEmpty()).isTrue();
  }

  @Test
  void boundFollowsTheDraws() {
    try (SegmentIds orders = SegmentIds.builder().source(source).tag("orders").build()) {
      assertThat(orders.nextId()).isEqualTo(100);
      assertThat(run("segments", "show", "orders", "--url", URL, "--json")).isZero();
      assertThat(json().get(0).get("bound").asLong()).isGreaterThan(100);
    }
    assertThat(run("segments", "show", "orders", "--url", URL)).isZero();
    assertThat(out.toString().lines()).containsExactly("tag     bound", "orders  101");
  }

  @Test
  void tagIsCreatedOnce() {
    assertThat(run("segments", "create", "tickets", "--bound", "500", "--url", URL)).isZero();
    assertThat(source.peek("tickets")).hasValue(500);
    assertThat(run("segments", "create", "tickets", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith(
            "tag tickets already exists in table=snowbraid_segment; advance its bound with"
                + " segments");
    assertThat(source.peek("tickets")).hasValue(500);
    assertThat(run("segments", "create", "invoices", "--url", URL)).isZero();
    assertThat(source.peek("invoices")).hasValue(1);
  }

  @Test
  void boundOnlyMovesUp() {
    assertThat(run("segments", "advance", "orders", "250", "--url", URL)).isZero();
    assertThat(out.toString()).contains("orders  250", "bound advanced");
    assertThat(run("segments", "advance", "orders", "249", "--url", URL)).isZero();
    assertThat(out.toString())
        .contains("orders  250", "nothing changed: the bound is not below 249");
    assertThat(run("segments", "advance", "orders", "250", "--url", URL, "--json")).isZero();
    assertThat(json().get(0).get("bound").asLong()).isEqualTo(250);
  }

  @Test
  void unknownTagIsAnErrorAndIsNotCreated() {
    assertThat(run("segments", "show", "oders", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("tag oders does not exist in table=snowbraid_segment;")
        .doesNotContain("\tat ");
    assertThat(run("segments", "advance", "oders", "9", "--url", URL)).isEqualTo(1);
    assertThat(err.toString()).startsWith("tag oders does not exist in ").doesNotContain("\tat ");
    assertThat(source.tags()).containsExactly("orders");
  }

  @Test
  void wrongArgumentsAreRejected() {
    assertThat(run("segments", "create", "x", "--bound", "-1", "--url", URL)).isEqualTo(1);
    assertThat(err.toString()).startsWith("bound of tag x must be at least 0");
    assertThat(run("segments", "create", "a\nb", "--url", URL)).isEqualTo(1);
    assertThat(err.toString()).startsWith("tag must not contain control characters: a\\u000ab");
    assertThat(run("segments", "advance", "orders", "many", "--url", URL)).isEqualTo(2);
    assertThat(run("segments", "advance", "orders", "--url", URL)).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "Missing required parameter: 'BOUND'", "see snowbraid segments advance --help");
    assertThat(run("segments", "show", "--url", URL)).isEqualTo(2);
    assertThat(source.peek("orders")).hasValue(100);
  }

  @Test
  void tableCanBeNamed() {
    assertThat(source.withTable("numbers").create("orders", 5)).isTrue();
    assertThat(run("segments", "advance", "orders", "6", "--table", "numbers", "--url", URL))
        .isZero();
    assertThat(source.withTable("numbers").peek("orders")).hasValue(6);
    assertThat(source.peek("orders")).hasValue(100);
  }

  @Test
  void helpIsShownWithoutASubcommand() {
    assertThat(run("segments")).isZero();
    assertThat(out.toString()).contains("list", "show", "create", "advance");
  }

  @Test
  @Tag("slow") // a missing table is waited for, because migrations may be running
  void missingTableIsNamedAndNotCreated() throws SQLException {
    execute(URL, "drop table snowbraid_segment");
    assertThat(run("segments", "create", "orders", "--url", URL)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("segment table does not exist (table=snowbraid_segment")
        .contains("create table if not exists snowbraid_segment (");
  }
}
