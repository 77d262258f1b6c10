package io.snowbraid.jdbc.postgresql;

import io.snowbraid.jdbc.GaplessNumbersSuite;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresGaplessNumbersTest extends GaplessNumbersSuite {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  protected DataSource database() {
    return server.getPostgresDatabase();
  }
}
