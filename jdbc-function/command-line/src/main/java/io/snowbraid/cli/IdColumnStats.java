package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Queries a column of ids. Each query uses an index on the column, so its cost does not depend on
 * the number of rows.
 */
final class IdColumnStats {

  /** The largest number of ids that a query returns. */
  static final int MAX_IDS = 1_000;

  private static final Pattern NAME = Pattern.compile("((?:\\w+\\.)?\\w+)\\.(\\w+)");

  private final DataSource database;
  private final String table;
  private final String column;

  private IdColumnStats(DataSource database, String table, String column) {
    this.database = database;
    this.table = table;
    this.column = column;
  }

  static IdColumnStats of(DataSource database, String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "ids must be a column, as table.column or schema.table.column: ids=" + name);
    }
    return new IdColumnStats(database, matcher.group(1), matcher.group(2));
  }

  /** Returns the largest id; empty if the column is. */
  OptionalLong largest() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select =
            connection.prepareStatement("select max(" + column + ") from " + table);
        ResultSet row = select.executeQuery()) {
      row.next();
      long largest = row.getLong(1);
      return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(largest);
    }
  }

  /** Returns the smallest ids that are greater than or equal to a given one, in ascending order. */
  List<Long> from(long id) throws SQLException {
    return ids(id, " >= ? order by " + column);
  }

  /** Returns the largest ids that are less than a given one, in descending order. */
  List<Long> before(long id) throws SQLException {
    return ids(id, " < ? order by " + column + " desc");
  }

  private List<Long> ids(long bound, String condition) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(select(connection, condition))) {
      select.setLong(1, bound);
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      return ids;
    }
  }

  /**
   * Builds the statement. The limit must be part of it; only then does the database read the index
   * and not the table.
   */
  private String select(Connection connection, String condition) throws SQLException {
    String limit =
        switch (connection.getMetaData().getDatabaseProductName()) {
          case "MariaDB", "MySQL", "SQLite" -> " limit " + MAX_IDS;
          case "Microsoft SQL Server" -> " offset 0 rows fetch next " + MAX_IDS + " rows only";
          default -> " fetch first " + MAX_IDS + " rows only";
        };
    return "select " + column + " from " + table + " where " + column + condition + limit;
  }
}
