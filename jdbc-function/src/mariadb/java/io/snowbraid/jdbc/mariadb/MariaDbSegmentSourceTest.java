package io.snowbraid.jdbc.mariadb;

import io.snowbraid.jdbc.JdbcSegmentSourceSuite;

import ch.vorburger.exec.ManagedProcessException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MariaDbSegmentSourceTest extends JdbcSegmentSourceSuite {

  private static MariaDbServer server;

  @BeforeAll
  static void start() throws ManagedProcessException {
    server = MariaDbServer.start();
  }

  @AfterAll
  static void stop() throws ManagedProcessException {
    server.close();
  }

  @Override
  protected DataSource database() {
    return server.database();
  }

  @Test
  void readOnlyConnectionsAreNamed() {
    requireReadOnlyIsNamed("set session transaction read only");
  }
}
