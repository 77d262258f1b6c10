package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.jdbc.dialect.FunctionDdl;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.dialect.StoredFunctionInstaller;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates the functions in HSQLDB: for each a function that calls the Java method, and an SQL
 * function around it that reports why the method returned null.
 */
final class HsqldbInstaller extends StoredFunctionInstaller {

  /** A word that the text of each SQL function contains, as the catalogue spells it. */
  private static final String SIGNAL = "SNOWBRAID_REASON";

  private static final int GENERAL_ERROR = -458;

  private static final String IDS = "BIGINT ARRAY[" + SqlFunction.MAX_IDS + "]";
  private static final String TIME = "TIMESTAMP(3) WITH TIME ZONE";

  /** As exact as a time can be, because a rounded one could be of the next millisecond. */
  private static final String ANY_TIME = "TIMESTAMP(9) WITH TIME ZONE";

  private static final List<FunctionDdl> FUNCTIONS =
      Stream.of(
              Stream.of(java(SIGNAL, "()", "VARCHAR(2000)", "NOT DETERMINISTIC", "reason")),
              Arrays.stream(SqlFunction.values()).map(HsqldbInstaller::javaFunction),
              Arrays.stream(SqlFunction.values()).map(HsqldbInstaller::sqlFunction))
          .flatMap(functions -> functions)
          .toList();

  /** A statement that compiles only if all functions exist and may be called. */
  private static final String USE =
      Arrays.stream(SqlFunction.values())
          .map(function -> function + "(" + example(function) + ")")
          .collect(Collectors.joining(", ", "SELECT ", " FROM (VALUES(0))"));

  private static String example(SqlFunction function) {
    return switch (function.argument()) {
      case NONE -> "";
      case COUNT, ID -> "0";
      case TIME -> "CURRENT_TIMESTAMP";
    };
  }

  HsqldbInstaller(HsqldbDialect dialect, Connection connection) {
    super(dialect, connection);
  }

  /**
   * Returns the function that calls the Java method, under a name of its own; it returns null if it
   * fails.
   */
  private static FunctionDdl javaFunction(SqlFunction function) {
    String method = function.javaName();
    return java(
        javaName(function),
        arguments(function),
        type(function),
        function.isDeterministic() ? "DETERMINISTIC" : "NOT DETERMINISTIC",
        "try" + method.substring(0, 1).toUpperCase(Locale.ROOT) + method.substring(1));
  }

  private static String javaName(SqlFunction function) {
    return switch (function) {
      case NEXT_SNOWFLAKE -> "SNOWBRAID_ID";
      case NEXT_SNOWFLAKES -> "SNOWBRAID_IDS";
      default -> function.name().replace("SNOWFLAKE_", "SNOWBRAID_");
    };
  }

  private static String arguments(SqlFunction function) {
    return switch (function.argument()) {
      case NONE -> "()";
      case COUNT -> "(N INTEGER)";
      case ID -> "(ID BIGINT)";
      case TIME -> "(AT_TIME " + ANY_TIME + ")";
    };
  }

  private static String type(SqlFunction function) {
    return switch (function.result()) {
      case ID -> "BIGINT";
      case IDS -> IDS;
      case TIME -> TIME;
      case NUMBER -> "INTEGER";
      case PARTS -> "VARCHAR(200)";
    };
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

  private static FunctionDdl sqlFunction(SqlFunction function) {
    String argument =
        switch (function.argument()) {
          case NONE -> "()";
          case COUNT -> "(N)";
          case ID -> "(ID)";
          case TIME -> "(AT_TIME)";
        };
    return sql(
        function.name(),
        arguments(function),
        type(function),
        function.isDeterministic()
            ? "DETERMINISTIC RETURNS NULL ON NULL INPUT"
            : "NOT DETERMINISTIC",
        javaName(function) + argument);
  }

  /**
   * Returns the SQL function. It uses a variable, because HSQLDB evaluates an argument of COALESCE
   * twice.
   */
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
  public List<FunctionDdl> functions() {
    return FUNCTIONS;
  }

  @Override
  public String catalogue() {
    return "SELECT ROUTINE_NAME, CASE WHEN EXTERNAL_NAME IS NULL AND ROUTINE_DEFINITION LIKE '%"
        + SIGNAL
        + "%' THEN '"
        + SIGNAL
        + "' ELSE EXTERNAL_NAME END FROM INFORMATION_SCHEMA.ROUTINES"
        + " WHERE ROUTINE_SCHEMA = CURRENT_SCHEMA";
  }

  /** HSQLDB fills its tables of the catalogue anew while other sessions read them. */
  @Override
  protected boolean isCatalogueChanging(SQLException e) {
    return e.getErrorCode() == GENERAL_ERROR;
  }

  /** Compiles a call, because only administrators see functions in the catalogue. */
  @Override
  public boolean isInstalled() throws SQLException {
    return super.isInstalled() || isCallable();
  }

  private boolean isCallable() throws SQLException {
    try (PreparedStatement use = connection().prepareStatement(USE)) {
      return use.getMetaData().getColumnCount() > 0;
    } catch (SQLException e) {
      if ("42501".equals(e.getSQLState())) { // missing, or this user may not call it
        return false;
      }
      throw e;
    }
  }

  @Override
  public String requirement() {
    return "administrator privileges, and in the process that has the database open this"
        + " library on the class path and the system property hsqldb.method_class_names="
        + HsqldbFunctions.class.getName()
        + ".* from its start";
  }
}
