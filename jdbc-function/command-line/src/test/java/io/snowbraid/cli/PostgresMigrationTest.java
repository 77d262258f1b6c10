package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
}
