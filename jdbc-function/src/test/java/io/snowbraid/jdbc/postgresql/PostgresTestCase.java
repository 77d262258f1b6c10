package io.snowbraid.jdbc.postgresql;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests on a server that the tests of a class share. Each test has a database of its own. */
abstract class PostgresTestCase {

  static PostgresServer server;

  PostgresServer.Database database;

  @BeforeAll
  static void start() throws IOException {
    server = new PostgresServer();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }
}
