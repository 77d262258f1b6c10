package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.dialect.FunctionDdl;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.dialect.StoredFunctionInstaller;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Creates the functions in H2, as aliases of Java methods. */
final class H2Installer extends StoredFunctionInstaller {

  private static final List<FunctionDdl> FUNCTIONS =
      functions(SqlFunction::name, SqlFunction::javaName);

  private static final List<FunctionDdl> IN_LOWER_CASE =
      functions(SqlFunction::lowerCaseName, H2Installer::lowerCaseMethod);

  H2Installer(H2Dialect dialect, Connection connection) {
    super(dialect, connection);
  }

  private static List<FunctionDdl> functions(
      Function<SqlFunction, String> name, Function<SqlFunction, String> method) {
    return Arrays.stream(SqlFunction.values())
        .map(function -> alias(name.apply(function), kind(function), method.apply(function)))
        .toList();
  }

  /** Returns the method whose column name is in lower case, if the function returns a column. */
  private static String lowerCaseMethod(SqlFunction function) {
    return function.javaName() + (function == SqlFunction.NEXT_SNOWFLAKES ? "InLowerCase" : "");
  }

  /**
   * Returns the kind of a function. Those that issue ids must not be deterministic, or H2 would
   * replace all calls by one value.
   */
  private static String kind(SqlFunction function) {
    return function.isDeterministic() ? " DETERMINISTIC" : "";
  }

  private static FunctionDdl alias(String name, String kind, String method) {
    String implementation = H2Functions.class.getName() + "." + method;
    return new FunctionDdl(
        name,
        implementation,
        "CREATE ALIAS IF NOT EXISTS " + name + kind + " FOR '" + implementation + "'");
  }

  static String script() {
    return FunctionDdl.script(FUNCTIONS);
  }

  /**
   * Returns the functions. With DATABASE_TO_UPPER=FALSE, statements find a function and its column
   * only in the same case, so each exists in both.
   */
  @Override
  public List<FunctionDdl> functions() throws SQLException {
    DatabaseMetaData names = connection().getMetaData();
    if (names.storesLowerCaseIdentifiers()) {
      return IN_LOWER_CASE;
    }
    if (!names.supportsMixedCaseIdentifiers()) {
      return FUNCTIONS;
    }
    List<FunctionDdl> spellings = new ArrayList<>(FUNCTIONS);
    spellings.addAll(IN_LOWER_CASE);
    return spellings;
  }

  @Override
  public String catalogue() throws SQLException {
    String name = functions() == FUNCTIONS ? "UPPER(ROUTINE_NAME)" : "ROUTINE_NAME";
    return "SELECT "
        + name
        + ", EXTERNAL_NAME FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_SCHEMA = CURRENT_SCHEMA";
  }

  @Override
  public String requirement() {
    return "administrator privileges, and this library on the class path of the process that has"
        + " the database open";
  }
}
