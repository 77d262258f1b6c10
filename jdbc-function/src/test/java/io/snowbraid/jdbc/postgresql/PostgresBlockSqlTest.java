package io.snowbraid.jdbc.postgresql;

import io.snowbraid.jdbc.BlockSqlSuite;
import io.snowbraid.job.IdStripes;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresBlockSqlTest extends BlockSqlSuite {

  private static PostgresServer server;

  PostgresBlockSqlTest() {
    super(IdStripes.Dialect.POSTGRESQL);
  }

  @BeforeAll
  static void start() throws IOException {
    server = new PostgresServer();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  protected DataSource database() {
    return server.new Database("postgres").dataSource();
  }
}
