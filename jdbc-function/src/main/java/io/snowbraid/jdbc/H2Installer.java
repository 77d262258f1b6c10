package io.snowbraid.jdbc;

import io.snowbraid.jdbc.h2.H2Functions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Creates the functions as aliases of Java methods, in the connection's current schema. */
final class H2Installer {

  /** Only the decoders may be deterministic: H2 folds deterministic calls into one value. */
  private enum Alias {
    NEXT_SNOWFLAKE("nextSnowflake", false),
    NEXT_SNOWFLAKES("nextSnowflakes", false),
    SNOWFLAKE_TIME("time", true),
    SNOWFLAKE_ROLLBACK("rollback", true),
    SNOWFLAKE_TIMELINE("timeline", true),
    SNOWFLAKE_WORKER("worker", true),
    SNOWFLAKE_SEQUENCE("sequence", true);

    private final String method;
    private final boolean deterministic;

    Alias(String method, boolean deterministic) {
      this.method = H2Functions.class.getName() + "." + method;
      this.deterministic = deterministic;
    }

    String createStatement() {
      return "CREATE ALIAS IF NOT EXISTS "
          + name()
          + (deterministic ? " DETERMINISTIC" : "")
          + " FOR '"
          + method
          + "'";
    }
  }

  private final Connection connection;

  H2Installer(Connection connection) throws SQLException {
    this.connection = connection;
    String product = connection.getMetaData().getDatabaseProductName();
    if (!product.equals("H2")) {
      throw new FunctionInstallException(
          "database must be H2: product="
              + product
              + "; take ids from an IdGenerator in the application instead",
          null);
    }
  }

  /** Creates what is missing. Without anything to do it needs no rights and commits nothing. */
  void install() throws SQLException {
    if (isInstalled()) {
      return;
    }
    for (Alias alias : Alias.values()) {
      create(alias);
    }
  }

  private void create(Alias alias) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(alias.createStatement());
    } catch (SQLException e) {
      // IF NOT EXISTS does not spare H2 the race: another installer may have been faster
      if (!routines().containsKey(alias.name())) {
        throw e;
      }
    }
  }

  /**
   * Tells whether all functions are there.
   *
   * @throws FunctionInstallException if one of their names means something else
   */
  boolean isInstalled() throws SQLException {
    Map<String, String> installed = routines();
    boolean complete = true;
    for (Alias alias : Alias.values()) {
      String method = installed.get(alias.name());
      complete &= method != null;
      if (method != null && !method.equals(alias.method)) {
        throw new FunctionInstallException(
            "name must be free or mean our function: "
                + alias
                + " is an alias of "
                + method
                + "; drop it first",
            null);
      }
    }
    return complete;
  }

  private Map<String, String> routines() throws SQLException {
    String sql =
        "SELECT ROUTINE_NAME, EXTERNAL_NAME FROM INFORMATION_SCHEMA.ROUTINES"
            + " WHERE ROUTINE_SCHEMA = CURRENT_SCHEMA";
    Map<String, String> routines = new HashMap<>();
    try (PreparedStatement query = connection.prepareStatement(sql);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        routines.put(rows.getString(1).toUpperCase(Locale.ROOT), String.valueOf(rows.getString(2)));
      }
    }
    return routines;
  }
}
