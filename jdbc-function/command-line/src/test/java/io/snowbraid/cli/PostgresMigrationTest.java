package io.snowbraid.cli;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

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
}
