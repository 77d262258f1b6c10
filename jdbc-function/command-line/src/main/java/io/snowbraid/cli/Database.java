package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Executes statements, each over a new connection. */
record Database(DataSource source) {

  /** Reads a row. */
  interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  /** Returns the name of the product. */
  String product() throws SQLException {
    try (Connection connection = source.getConnection()) {
      return connection.getMetaData().getDatabaseProductName();
    }
  }

  /** Executes a query and passes each row to the reader. */
  void query(String sql, RowReader reader, @Nullable Object... parameters) throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      set(select, parameters);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
    }
  }

  /** Returns a query's first column as text. */
  List<String> texts(String sql, @Nullable Object... parameters) throws SQLException {
    List<String> texts = new ArrayList<>();
    query(sql, row -> texts.add(row.getString(1)), parameters);
    return texts;
  }

  /** Executes an update and returns the number of changed rows. */
  int update(String sql, @Nullable Object... parameters) throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      set(update, parameters);
      return update.executeUpdate();
    }
  }

  private static void set(PreparedStatement statement, @Nullable Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }
}
