package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * What a column of ids holds.
 *
 * @param largest the largest id; empty if there is none
 * @param ahead how many ids are not less than the next new one
 */
record IdColumn(Optional<Long> largest, long ahead) {

  private static final Pattern NAME = Pattern.compile("((?:\\w+\\.)?\\w+)\\.(\\w+)");

  static IdColumn read(DataSource database, String name, long next) throws SQLException {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "ids must be a column, as table.column or schema.table.column: ids=" + name);
    }
    String table = matcher.group(1);
    String column = matcher.group(2);
    String sql =
        "select max(%2$s), sum(case when %2$s >= ? then 1 else 0 end) from %1$s"
            .formatted(table, column);
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, next);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        long largest = row.getLong(1);
        Optional<Long> found = row.wasNull() ? Optional.empty() : Optional.of(largest);
        return new IdColumn(found, row.getLong(2));
      }
    }
  }
}
