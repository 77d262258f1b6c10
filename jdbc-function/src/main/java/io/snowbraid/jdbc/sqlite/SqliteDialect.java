package io.snowbraid.jdbc.sqlite;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.FunctionInstaller;
import io.snowbraid.jdbc.dialect.FunctionTarget;
import io.snowbraid.jdbc.internal.LocalDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The dialect of SQLite, whose functions belong to a connection. */
public final class SqliteDialect extends DatabaseDialect {

  /** Creates the dialect of SQLite. */
  public SqliteDialect() {
    super("SQLite");
  }

  @Override
  public String clock() {
    return "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"; // the standard's clock has whole seconds only
  }

  @Override
  public Instant instant(ResultSet row, int column) throws SQLException {
    return Instant.parse(row.getString(column));
  }

  /** Maps SQLite's own error codes. */
  @Override
  protected String standardState(SQLException e) {
    return switch (e.getErrorCode()) {
      case 1, 17 -> stateOfSyntaxError(e); // 17: while another session changed the schema
      case 5, 6 -> ROLLED_BACK; // busy, locked
      case 8 -> READ_ONLY;
      case 19 -> says(e, "UNIQUE constraint failed") ? DUPLICATE : CONSTRAINT;
      case 23 -> DENIED;
      default -> super.standardState(e);
    };
  }

  private String stateOfSyntaxError(SQLException e) {
    if (says(e, "no such table")) {
      return NO_TABLE;
    }
    boolean isColumn = says(e, "no such column") || says(e, "has no column");
    return isColumn ? NO_COLUMN : super.standardState(e);
  }

  private static boolean says(SQLException e, String text) {
    return String.valueOf(e.getMessage()).contains(text);
  }

  @Override
  public Optional<String> updateReturning(String update, String columns) {
    return Optional.of(update + " returning " + columns);
  }

  @Override
  public FunctionInstaller installer(Connection connection, FunctionTarget target)
      throws SQLException {
    return new SqliteInstaller(connection);
  }

  @Override
  public Optional<LocalDatabase> local(Connection connection) throws SQLException {
    return Optional.of(LocalDatabase.lasting(LocalDatabase.name(connection)));
  }

  @Override
  public boolean isPerConnection() {
    return true;
  }

  @Override
  public boolean commitsAtInstall() {
    return false;
  }
}
