package io.snowbraid.jdbc.hsqldb;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.dialect.StoredFunctionInstaller;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates the functions in HSQLDB. Each consists of a function that calls the Java method, and an
 * SQL function around it that reports why the method returned null.
 */
final class HsqldbInstaller extends StoredFunctionInstaller {

  /** A word in the text of each SQL function, as the catalogue spells it. */
  private static final String SIGNAL = "SNOWBRAID_REASON";

  private static final int GENERAL_ERROR = -458;

  /**
   * Creates the functions. The SQL functions use a variable, because HSQLDB evaluates an argument
   * of COALESCE twice. Time arguments have the highest precision, because a rounded time could fall
   * into the next millisecond.
   */
  static final String SCRIPT = DatabaseDialect.read(HsqldbInstaller.class, "functions.sql");

  private static final List<FunctionDdl> FUNCTIONS = FunctionDdl.read(SCRIPT, SIGNAL);

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

  /** HSQLDB refills its catalogue tables while other sessions read them. */
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
