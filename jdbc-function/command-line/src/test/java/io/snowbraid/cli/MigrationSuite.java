package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the steps that the tool prints, in each kind of database. */
public abstract class MigrationSuite extends MigrationFixture {

  @Test
  public void printedStepsGiveNewKeysAndKeepAllReferences() throws SQLException {
    assertThat(plan()).as(printed()).isZero();
    String plan = out.toString();
    execute(url, step(plan, 1));
    assertThat(map()).as(printed()).isZero();
    assertThat(out.toString()).contains("3000 rows have a new id").contains("with worker 127");
    assertThatChecksPass(step(plan, 3));
    execute(url, step(plan, 4));
    assertThatChecksPass(step(plan, 5));
    assertThatReferencesAreKept();
    assertThat(numbers("select count(*) from orders where id > " + (1L << 40)))
        .containsExactly((long) ORDERS);
    assertThatIdsFollowTimes();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> execute(url, "insert into item values (1, 1, 1)"));
    assertThat(run("doctor", "--url", url, "--ids", "orders.id")).as(printed()).isZero();
  }

  private void assertThatReferencesAreKept() throws SQLException {
    assertThat(
            numbers(
                "select count(*) from orders o join orders p on p.id = o.parent_id where p.name ="
                    + " o.parent_name"))
        .containsExactly(ORDERS / 3L);
    assertThat(
            numbers(
                "select count(*) from item i join orders o on o.id = i.order_id where o.name ="
                    + " i.order_name"))
        .containsExactly(2L * ORDERS);
  }

  private void assertThatIdsFollowTimes() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id, created_at from orders order by id")) {
      Instant before = Instant.MIN;
      while (rows.next()) {
        Instant time = rows.getObject(2, LocalDateTime.class).toInstant(ZoneOffset.UTC);
        assertThat(Layout.DEFAULT.decode(rows.getLong(1)).time()).isEqualTo(time);
        assertThat(time).isAfterOrEqualTo(before);
        before = time;
      }
    }
  }

  @Test
  public void mappingContinuesWhereItStopped() throws SQLException {
    assertThat(map()).isOne();
    assertThat(err.toString())
        .startsWith("table ")
        .contains(" of old keys and new ids does not exist; run ");
    plan();
    execute(url, step(out.toString(), 1));
    assertThat(map()).isZero();
    execute(url, "delete from orders_new_id where old_id > 2000");
    List<Long> kept = numbers("select new_id from orders_new_id order by old_id");
    assertThat(map()).isZero();
    assertThat(out.toString()).contains("1000 rows have a new id");
    assertThat(numbers("select new_id from orders_new_id where old_id <= 2000 order by old_id"))
        .isEqualTo(kept);
    assertThat(numbers("select count(distinct new_id) from orders_new_id"))
        .containsExactly((long) ORDERS);
    assertThat(map()).isZero();
    assertThat(out.toString())
        .contains("0 rows have a new id (table=snowbraid_worker, namespace=default)")
        .doesNotContain("lane");
  }

  @Test
  public void keysThatAreNotBelowTheLimitStay() throws SQLException {
    assertThat(
            run(
                "migration",
                "plan",
                "--url",
                url,
                "--ids",
                "orders.id",
                "--time",
                "created_at",
                "--below",
                "2001"))
        .isZero();
    String plan = out.toString();
    execute(url, step(plan, 1));
    assertThat(map("--below", "2001")).isZero();
    assertThat(out.toString()).contains("2000 rows have a new id");
    assertThatChecksPass(step(plan, 3));
    execute(url, step(plan, 4));
    assertThatChecksPass(step(plan, 5));
    assertThat(numbers("select count(*) from orders where id <= 3000")).containsExactly(1000L);
    assertThatReferencesAreKept();
  }

  @Test
  public void timesThatTheLayoutCannotHoldAreRejected() throws SQLException {
    plan();
    execute(url, step(out.toString(), 1));
    execute(url, "update orders set created_at = timestamp '2024-12-31 23:59:59' where id = 7");
    assertThat(map()).isOne();
    assertThat(err.toString())
        .startsWith("time must be between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z")
        .contains(", but is 2024-12-31T23:59:59Z; use a layout that covers it");
    lease("from 2020", Layout.parse(FROM_2020));
    assertThat(map("--namespace", "from 2020")).as(printed()).isZero();
    assertThat(numbers("select count(*) from orders_new_id")).containsExactly((long) ORDERS);
  }

  /** Its generators lease elsewhere, so a lane that is claimed here could be one of theirs. */
  @Test
  public void storeWithoutWorkersOfTheApplicationIsRejected() throws SQLException {
    plan();
    execute(url, step(out.toString(), 1));
    assertThat(map("--namespace", "other")).isOne();
    assertThat(err.toString())
        .startsWith("no generator has leased a worker here (table=snowbraid_worker, ")
        .contains("namespace=other); ");
    execute(url, "drop table snowbraid_worker");
    assertThat(map()).isOne();
    assertThat(err.toString()).startsWith("no generator has leased a worker here (");
    assertThat(numbers("select count(*) from orders_new_id")).containsExactly(0L);
  }

  private static final String FROM_2020 =
      "time=41,rollback=2,timeline=2,worker=7,sequence=11,epoch=2020-01-01T00:00:00Z";

  @Test
  public void keysThatCannotBeReplacedAreRejected() {
    assertThat(run("migration", "plan", "--url", url, "--ids", "item.line", "--time", "line"))
        .isOne();
    assertThat(err.toString())
        .startsWith("column must be the whole primary key, and a whole number (column=");
    assertThat(run("migration", "plan", "--url", url, "--ids", "orders.id", "--time", "name"))
        .isOne();
    assertThat(err.toString()).startsWith("time must be a timestamp, a date, or milliseconds");
    assertThat(run("migration", "plan", "--url", url, "--ids", "orders.id", "--time", "nothing"))
        .isOne();
    assertThat(err.toString())
        .startsWithIgnoringCase("column of table orders must be one of [id, ")
        .contains("], but is nothing; spell it exactly");
  }

  final void assertThatPlanIsRejected(String message, String name) {
    assertThat(plan()).as(printed()).isOne();
    assertThat(err.toString()).startsWith(message).containsIgnoringCase(name);
  }

  private static final String OTHER_KEY =
      "replaced column must be in no other foreign key, on either side";

  @Test
  public void foreignKeysToOtherColumnsStay() throws SQLException {
    execute(
        url,
        "alter table orders add constraint one_name unique (name)",
        "create table invoice (order_name integer)",
        "alter table invoice add constraint of_name foreign key (order_name) references orders"
            + " (name)");
    assertThat(plan()).as(printed()).isZero();
    assertThat(out.toString())
        .containsIgnoringCase("add constraint")
        .doesNotContainIgnoringCase("of_name");
  }

  @Test
  public void chainsOfForeignKeysAreRejected() throws SQLException {
    execute(
        url,
        "create table item_note (order_id integer, line integer)",
        "alter table item_note add constraint of_line foreign key (order_id, line) references item"
            + " (order_id, line)");
    assertThatPlanIsRejected(OTHER_KEY, "of_line");
    execute(
        url,
        "drop table item_note",
        "create table archive (id integer primary key)",
        "insert into archive select id from orders",
        "alter table item add constraint of_archive foreign key (order_id) references archive"
            + " (id)");
    assertThatPlanIsRejected(OTHER_KEY, "of_archive");
    execute(
        url,
        "delete from item",
        "drop table item",
        "alter table orders add constraint of_base foreign key (id) references archive (id)");
    assertThatPlanIsRejected(OTHER_KEY, "of_base");
  }

  @Test
  public void foreignKeysOfSeveralColumnsAreRejected() throws SQLException {
    execute(
        url,
        "alter table orders add constraint id_and_name unique (id, name)",
        "create table bill (order_id integer, order_name integer)",
        "alter table bill add constraint of_both foreign key (order_id, order_name) references"
            + " orders (id, name)");
    assertThatPlanIsRejected(OTHER_KEY, "of_both");
  }

  @Test
  public void namesAreNoPatterns() throws SQLException {
    execute(
        url,
        "create table bill (order2id bigint, order_id integer)",
        "alter table bill add constraint of_bill foreign key (order_id) references orders (id)");
    assertThat(plan()).as(printed()).isZero();
    assertThat(out.toString())
        .containsPattern("(?i)table .?bill.? (alter|modify) column .?order_id.? .*bigint");
  }

  @Test
  public void planThatIsRunBeforeTheMappingChangesNothing() throws SQLException {
    plan();
    String plan = out.toString();
    execute(url, step(plan, 1));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> execute(url, step(plan, 4)))
        .withMessageMatching("(?is).*(more than one row|more than 1 row).*");
    assertThat(plan()).isZero();
    assertThat(out).hasToString(plan);
  }

  @Test
  public void planNamesTheIdSpaceThatItWasAskedFor() {
    assertThat(
            run(
                "migration",
                "plan",
                "--url",
                url,
                "--ids",
                "orders.id",
                "--time",
                "created_at",
                "--table",
                "leases",
                "--namespace",
                "from 2020"))
        .isZero();
    assertThat(out.toString())
        .contains(
            "migration map --url ... --table leases --namespace 'from 2020' --ids orders.id --time"
                + " created_at");
    plan();
    assertThat(out.toString()).contains("--url ... --ids orders.id");
  }
}
