package io.snowbraid.jdbc.h2;

import io.snowbraid.jdbc.dialect.DatabaseDialect;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.dialect.StoredFunctionInstaller;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Creates the functions in H2, as aliases of Java methods. */
final class H2Installer extends StoredFunctionInstaller {

  /**
   * Creates the functions. Those that generate ids must not be deterministic, or H2 would replace
   * all calls by one value.
   */
  static final String SCRIPT = DatabaseDialect.read(H2Installer.class, "functions.sql");

  private static final List<FunctionDdl> FUNCTIONS = FunctionDdl.read(SCRIPT, "");

  private static final List<FunctionDdl> IN_LOWER_CASE =
      FUNCTIONS.stream().map(H2Installer::inLowerCase).toList();

  H2Installer(H2Dialect dialect, Connection connection) {
    super(dialect, connection);
  }

  /** Returns the same function with its name and any column name in lower case. */
  private static FunctionDdl inLowerCase(FunctionDdl function) {
    String name = function.name().toLowerCase(Locale.ROOT);
    boolean hasColumn = function.name().equals(SqlFunction.NEXT_SNOWFLAKES.name());
    String method = function.implementation() + (hasColumn ? "InLowerCase" : "");
    return new FunctionDdl(
        name,
        method,
        function
            .ddl()
            .replace(function.implementation() + "'", method + "'")
            .replace(" " + function.name() + " ", " " + name + " "));
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
