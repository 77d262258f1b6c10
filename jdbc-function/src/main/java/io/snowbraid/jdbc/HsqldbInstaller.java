package io.snowbraid.jdbc;

import io.snowbraid.jdbc.hsqldb.HsqldbFunctions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Creates the functions of HSQLDB. */
final class HsqldbInstaller extends StoredFunctionInstaller {

  private static final List<StoredFunction> FUNCTIONS =
      List.of(
          generating("NEXT_SNOWFLAKE", "() RETURNS BIGINT", "nextSnowflake"),
          generating(
              "NEXT_SNOWFLAKES", "(N INTEGER) RETURNS BIGINT ARRAY[1000000]", "nextSnowflakes"),
          decoding("SNOWFLAKE_TIME", "TIMESTAMP(3) WITH TIME ZONE", "time"),
          decoding("SNOWFLAKE_ROLLBACK", "INTEGER", "rollback"),
          decoding("SNOWFLAKE_TIMELINE", "INTEGER", "timeline"),
          decoding("SNOWFLAKE_WORKER", "INTEGER", "worker"),
          decoding("SNOWFLAKE_SEQUENCE", "INTEGER", "sequence"));

  /** Compiles only where all functions are there and may be called. */
  private static final String USE =
      "SELECT NEXT_SNOWFLAKE(), NEXT_SNOWFLAKES(0), SNOWFLAKE_TIME(0), SNOWFLAKE_ROLLBACK(0),"
          + " SNOWFLAKE_TIMELINE(0), SNOWFLAKE_WORKER(0), SNOWFLAKE_SEQUENCE(0) FROM (VALUES(0))";

  HsqldbInstaller(Connection connection) {
    super(connection);
  }

  private static StoredFunction generating(String name, String signature, String method) {
    return function(name, signature, "NOT DETERMINISTIC", method);
  }

  private static StoredFunction decoding(String name, String type, String method) {
    return function(
        name, "(ID BIGINT) RETURNS " + type, "DETERMINISTIC RETURNS NULL ON NULL INPUT", method);
  }

  private static StoredFunction function(
      String name, String signature, String kind, String method) {
    String implementation = "CLASSPATH:" + HsqldbFunctions.class.getName() + "." + method;
    return new StoredFunction(
        name,
        implementation,
        "CREATE FUNCTION %s%s LANGUAGE JAVA READS SQL DATA %s EXTERNAL NAME '%s'"
            .formatted(name, signature, kind, implementation));
  }

  static String script() {
    return StoredFunction.script(FUNCTIONS);
  }

  @Override
  List<StoredFunction> functions() {
    return FUNCTIONS;
  }

  @Override
  String catalogue() {
    return "SELECT ROUTINE_NAME, EXTERNAL_NAME FROM INFORMATION_SCHEMA.ROUTINES"
        + " WHERE ROUTINE_SCHEMA = CURRENT_SCHEMA";
  }

  /** The catalogue shows functions to administrators only. */
  @Override
  public boolean isInstalled() throws SQLException {
    return super.isInstalled() || isCallable();
  }

  private boolean isCallable() throws SQLException {
    try (PreparedStatement use = connection().prepareStatement(USE)) {
      return use.getMetaData().getColumnCount() > 0;
    } catch (SQLException e) {
      if ("42501".equals(e.getSQLState())) { // no such function, or not for this user
        return false;
      }
      throw e;
    }
  }

  @Override
  String requirement() {
    return "the rights of an administrator, and in the process that has the database open this"
        + " library on the class path and the system property hsqldb.method_class_names="
        + HsqldbFunctions.class.getName()
        + ".* from its start";
  }
}
