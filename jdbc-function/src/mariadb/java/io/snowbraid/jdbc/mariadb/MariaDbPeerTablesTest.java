package io.snowbraid.jdbc.mariadb;

import io.snowbraid.jdbc.PeerTablesSuite;

import ch.vorburger.exec.ManagedProcessException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MariaDbPeerTablesTest extends PeerTablesSuite {

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

  @Override
  protected String serial() {
    return "bigint unsigned not null auto_increment";
  }

  @Override
  protected String options() {
    return " engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin";
  }
}
