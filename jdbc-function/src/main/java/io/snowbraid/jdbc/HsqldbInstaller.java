package io.snowbraid.jdbc;

import io.snowbraid.jdbc.hsqldb.HsqldbFunctions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Creates the functions of HSQLDB: a Java method behind each, and before that an SQL function that
 * tells callers why the method gave nothing.
 */
final class HsqldbInstaller extends StoredFunctionInstaller {

  /** What an SQL function has in its text, as the catalogue spells it. */
  private static final String SIGNAL = "SNOWBRAID_REASON";

  private static final String IDS = "BIGINT ARRAY[1000000]";
  private static final String TIME = "TIMESTAMP(3) WITH TIME ZONE";

  private static final List<FunctionDdl> FUNCTIONS =
      List.of(
          java(SIGNAL, "()", "VARCHAR(2000)", "NOT DETERMINISTIC", "reason"),
          java("SNOWBRAID_ID", "()", "BIGINT", "NOT DETERMINISTIC", "tryNextSnowflake"),
          java("SNOWBRAID_IDS", "(N INTEGER)", IDS, "NOT DETERMINISTIC", "tryNextSnowflakes"),
          javaDecoder("TIME", TIME, "tryTime"),
          javaDecoder("ROLLBACK", "INTEGER", "tryRollback"),
          javaDecoder("TIMELINE", "INTEGER", "tryTimeline"),
          javaDecoder("WORKER", "INTEGER", "tryWorker"),
          javaDecoder("SEQUENCE", "INTEGER", "trySequence"),
          sql("NEXT_SNOWFLAKE", "()", "BIGINT", "NOT DETERMINISTIC", "SNOWBRAID_ID()"),
          sql("NEXT_SNOWFLAKES", "(N INTEGER)", IDS, "NOT DETERMINISTIC", "SNOWBRAID_IDS(N)"),
          decoder("TIME", TIME),
          decoder("ROLLBACK", "INTEGER"),
          decoder("TIMELINE", "INTEGER"),
          decoder("WORKER", "INTEGER"),
          decoder("SEQUENCE", "INTEGER"));

  /** Compiles only where all functions are there and may be called. */
  private static final String USE =
      "SELECT NEXT_SNOWFLAKE(), NEXT_SNOWFLAKES(0), SNOWFLAKE_TIME(0), SNOWFLAKE_ROLLBACK(0),"
          + " SNOWFLAKE_TIMELINE(0), SNOWFLAKE_WORKER(0), SNOWFLAKE_SEQUENCE(0) FROM (VALUES(0))";

  HsqldbInstaller(Connection connection) {
    super(connection);
  }

  private static FunctionDdl javaDecoder(String part, String type, String method) {
    return java("SNOWBRAID_" + part, "(ID BIGINT)", type, "DETERMINISTIC", method);
  }

  private static FunctionDdl java(
      String name, String arguments, String type, String kind, String method) {
    String implementation = "CLASSPATH:" + HsqldbFunctions.class.getName() + "." + method;
    return new FunctionDdl(
        name,
        implementation,
        "CREATE FUNCTION %s%s RETURNS %s LANGUAGE JAVA READS SQL DATA %s EXTERNAL NAME '%s'"
            .formatted(name, arguments, type, kind, implementation));
  }

  private static FunctionDdl decoder(String part, String type) {
    return sql(
        "SNOWFLAKE_" + part,
        "(ID BIGINT)",
        type,
        "DETERMINISTIC RETURNS NULL ON NULL INPUT",
        "SNOWBRAID_" + part + "(ID)");
  }

  /** A variable, for HSQLDB would call what stands in COALESCE twice. */
  private static FunctionDdl sql(
      String name, String arguments, String type, String kind, String call) {
    return new FunctionDdl(
        name,
        SIGNAL,
        ("CREATE FUNCTION %s%s RETURNS %s LANGUAGE SQL READS SQL DATA %s BEGIN ATOMIC"
                + " DECLARE ANSWER %s; SET ANSWER = %s; IF ANSWER IS NULL THEN BEGIN ATOMIC"
                + " DECLARE REASON VARCHAR(2000); SET REASON = SNOWBRAID_REASON();"
                + " SIGNAL SQLSTATE '55000' SET MESSAGE_TEXT = REASON; END; END IF;"
                + " RETURN ANSWER; END")
            .formatted(name, arguments, type, kind, type, call));
  }

  static String script() {
    return FunctionDdl.script(FUNCTIONS);
  }

  @Override
  List<FunctionDdl> functions() {
    return FUNCTIONS;
  }

  @Override
  String catalogue() {
    return "SELECT ROUTINE_NAME, CASE WHEN EXTERNAL_NAME IS NULL AND ROUTINE_DEFINITION LIKE '%"
        + SIGNAL
        + "%' THEN '"
        + SIGNAL
        + "' ELSE EXTERNAL_NAME END FROM INFORMATION_SCHEMA.ROUTINES"
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
