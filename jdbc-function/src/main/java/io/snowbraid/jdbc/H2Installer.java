package io.snowbraid.jdbc;

import io.snowbraid.jdbc.h2.H2Functions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Creates the functions as aliases of Java methods. */
final class H2Installer extends StoredFunctionInstaller {

  private static final List<StoredFunction> FUNCTIONS =
      List.of(
          generating("NEXT_SNOWFLAKE", "nextSnowflake"),
          generating("NEXT_SNOWFLAKES", "nextSnowflakes"),
          decoding("SNOWFLAKE_TIME", "time"),
          decoding("SNOWFLAKE_ROLLBACK", "rollback"),
          decoding("SNOWFLAKE_TIMELINE", "timeline"),
          decoding("SNOWFLAKE_WORKER", "worker"),
          decoding("SNOWFLAKE_SEQUENCE", "sequence"));

  H2Installer(Connection connection) {
    super(connection);
  }

  /** Never deterministic: H2 folds deterministic calls into one value for ever. */
  private static StoredFunction generating(String name, String method) {
    return alias(name, "", method);
  }

  private static StoredFunction decoding(String name, String method) {
    return alias(name, " DETERMINISTIC", method);
  }

  private static StoredFunction alias(String name, String kind, String method) {
    String implementation = H2Functions.class.getName() + "." + method;
    return new StoredFunction(
        name,
        implementation,
        "CREATE ALIAS IF NOT EXISTS " + name + kind + " FOR '" + implementation + "'");
  }

  static String script() {
    return StoredFunction.script(FUNCTIONS);
  }

  @Override
  List<StoredFunction> functions() throws SQLException {
    if (!isCaseSensitive()) {
      return FUNCTIONS;
    }
    List<StoredFunction> spellings = new ArrayList<>(FUNCTIONS);
    FUNCTIONS.forEach(function -> spellings.add(inLowerCase(function)));
    return spellings;
  }

  /** With DATABASE_TO_UPPER=FALSE statements find a function only as it was spelled. */
  private boolean isCaseSensitive() throws SQLException {
    return connection().getMetaData().supportsMixedCaseIdentifiers();
  }

  private static StoredFunction inLowerCase(StoredFunction function) {
    String name = function.name().toLowerCase(Locale.ROOT);
    return new StoredFunction(
        name, function.implementation(), function.ddl().replaceFirst(function.name(), name));
  }

  @Override
  String catalogue() throws SQLException {
    String name = isCaseSensitive() ? "ROUTINE_NAME" : "UPPER(ROUTINE_NAME)";
    return "SELECT "
        + name
        + ", EXTERNAL_NAME FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_SCHEMA = CURRENT_SCHEMA";
  }

  @Override
  String requirement() {
    return "the right ADMIN, and this library on the class path of the process that has the"
        + " database open";
  }
}
