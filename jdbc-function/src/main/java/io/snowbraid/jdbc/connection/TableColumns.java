package io.snowbraid.jdbc.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The columns of a table, which may be that of another version. */
final class TableColumns {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** A line with a column, in the statements that create tables. */
  private static final Pattern COLUMN =
      Pattern.compile("^ {2}(?!primary key)(\\w+) ", Pattern.MULTILINE);

  private TableColumns() {}

  /**
   * Returns the columns that a table has not, of those that its definition has.
   *
   * @return empty if the table cannot be read
   */
  static List<String> missing(Connection connection, String table, String ddl) {
    try {
      Set<String> present = present(connection, table);
      return defined(ddl).stream().filter(column -> !present.contains(column)).toList();
    } catch (SQLException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "columns of the table cannot be read", e);
      return List.of();
    }
  }

  private static List<String> defined(String ddl) {
    return COLUMN.matcher(ddl).results().map(MatchResult::group).map(String::strip).toList();
  }

  private static Set<String> present(Connection connection, String table) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("select * from " + table + " where 1 = 0")) {
      ResultSetMetaData columns = rows.getMetaData();
      Set<String> names = new TreeSet<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        names.add(columns.getColumnName(i).toLowerCase(Locale.ROOT));
      }
      return names;
    }
  }
}
