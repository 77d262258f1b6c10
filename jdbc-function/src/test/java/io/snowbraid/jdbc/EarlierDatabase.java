package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.Issued;
import io.snowbraid.earlier.StoreUse;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * What a database of an earlier version is used for: as a store, and for its SQL functions.
 *
 * @param create statements that create a table CITY with an id and a number
 * @param insert a statement that adds a row to it; its id comes from the functions
 */
public record EarlierDatabase(List<String> create, String insert) {

  private static final int ROWS = 5;

  /** Uses a store, in tables of the default names. */
  public static StoreUse store(DataSource database) {
    return new StoreUse(JdbcWorkerSource.of(database), JdbcSegmentSource.of(database));
  }

  /** Creates rows whose ids come from the functions. */
  public void createRows(DataSource database, Issued issued) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : create) {
        statement.execute(sql);
      }
    }
    addRows(database);
    ids(database).forEach(id -> issued.add("sql id", id));
  }

  private void addRows(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < ROWS; i++) {
        statement.execute(insert);
      }
    }
  }

  private static List<Long> ids(DataSource database) throws SQLException {
    return SqlDatabaseFixture.ids(database, "SELECT ID FROM city ORDER BY ID");
  }

  /** Shows that the rows are there, and that new ones have later ids. */
  public void goOnAfter(DataSource database, Issued issued) throws SQLException {
    assertThat(ids(database)).isEqualTo(issued.of("sql id"));
    addRows(database);
    List<Long> later = new ArrayList<>(ids(database));
    assertThat(later).hasSize(2 * ROWS).containsAll(issued.of("sql id"));
    later.removeAll(issued.of("sql id"));
    assertThat(later).allMatch(id -> id > issued.last("sql id"));
    requireDecoders(database);
  }

  /** The functions take ids apart as the library does. */
  public static void requireDecoders(DataSource database) throws SQLException {
    String sql = "SELECT ID, SNOWFLAKE_ROLLBACK(ID), SNOWFLAKE_TIMELINE(ID), SNOWFLAKE_WORKER(ID),";
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql + " SNOWFLAKE_SEQUENCE(ID) FROM city")) {
      while (rows.next()) {
        IdParts parts = Layout.DEFAULT.decode(rows.getLong(1));
        assertThat(List.of(rows.getInt(2), rows.getInt(3), rows.getInt(4), rows.getInt(5)))
            .containsExactly(parts.rollback(), parts.timeline(), parts.worker(), parts.sequence());
      }
    }
  }
}
