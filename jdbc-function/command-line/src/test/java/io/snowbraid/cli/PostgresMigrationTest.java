package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresMigrationTest extends MigrationSuite {

  private static EmbeddedPostgres server;
  private static int databases;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  protected String url() throws SQLException {
    databases++;
    String name = "migration_" + databases;
    execute(server.getJdbcUrl("postgres", "postgres"), "create database " + name);
    return server.getJdbcUrl("postgres", name);
  }

  @Override
  protected String generatedKey() {
    return "serial";
  }

  @Test
  void foreignKeysStayDeferrable() throws SQLException {
    execute(
        url,
        "alter table item alter constraint of_item deferrable initially deferred",
        "alter table orders alter constraint of_order deferrable");
    assertThat(plan()).isZero();
    assertThat(out.toString())
        .contains("on delete cascade on update no action deferrable initially deferred;")
        .contains("on delete no action on update no action deferrable;");
  }

  @Test
  void exactSpellingIsPreferred() throws SQLException {
    execute(url, "create table \"Orders\" (id bigint primary key, created_at timestamp)");
    assertThat(plan()).as(printed()).isZero();
    assertThat(out.toString()).contains("\"orders_new_id\"");
  }

  @Test
  void partitionsChangeWithTheirTable() throws SQLException {
    execute(
        url,
        "create table part (order_id integer references orders (id), day integer) partition by"
            + " range (day)",
        "create table part_1 partition of part for values from (1) to (10)",
        "insert into part select id, 1 from orders");
    migrate();
    assertThat(numbers("select count(*) from part join orders on id = order_id"))
        .containsExactly(3_000L);
    assertThat(out.toString()).doesNotContain("part_1");
  }

  @Test
  void partitionsAreNotMigratedAlone() throws SQLException {
    execute(
        url,
        "create table log (id integer primary key, created_at timestamp) partition by range (id)",
        "create table log_1 partition of log for values from (1) to (10)");
    assertThat(run("migration", "plan", "--url", url, "--ids", "log_1.id", "--time", "created_at"))
        .isOne();
    assertThat(err.toString()).startsWith("table log_1 must not be a partition");
  }

  @Test
  void triggersAreNamed() throws SQLException {
    execute(
        url,
        "create trigger keep_changes before update on item for each row execute function"
            + " suppress_redundant_updates_trigger()");
    assertThat(plan()).isZero();
    assertThat(out.toString())
        .contains("--    This trigger fires for each changed row: keep_changes of \"item\"");
  }
}
