package io.snowbraid.jdbc;

import io.snowbraid.jdbc.h2.H2Functions;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Creates the functions as aliases of Java methods. */
final class H2Installer extends StoredFunctionInstaller {

  private static final List<FunctionDdl> FUNCTIONS =
      List.of(
          generating("NEXT_SNOWFLAKE", "nextSnowflake"),
          generating("NEXT_SNOWFLAKES", "nextSnowflakes"),
          decoding("SNOWFLAKE_TIME", "time"),
          decoding("SNOWFLAKE_ROLLBACK", "rollback"),
          decoding("SNOWFLAKE_TIMELINE", "timeline"),
          decoding("SNOWFLAKE_WORKER", "worker"),
          decoding("SNOWFLAKE_SEQUENCE", "sequence"));

  private static final List<FunctionDdl> IN_LOWER_CASE =
      List.of(
          generating("next_snowflake", "nextSnowflake"),
          generating("next_snowflakes", "nextSnowflakesInLowerCase"),
          decoding("snowflake_time", "time"),
          decoding("snowflake_rollback", "rollback"),
          decoding("snowflake_timeline", "timeline"),
          decoding("snowflake_worker", "worker"),
          decoding("snowflake_sequence", "sequence"));

  H2Installer(Connection connection) {
    super(connection);
  }

  /** Never deterministic: H2 folds deterministic calls into one value for ever. */
  private static FunctionDdl generating(String name, String method) {
    return alias(name, "", method);
  }

  private static FunctionDdl decoding(String name, String method) {
    return alias(name, " DETERMINISTIC", method);
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
   * With DATABASE_TO_UPPER=FALSE statements find a function and its column only as they were
   * spelled, so it is there in both spellings.
   */
  @Override
  List<FunctionDdl> functions() throws SQLException {
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
  String catalogue() throws SQLException {
    String name = functions() == FUNCTIONS ? "UPPER(ROUTINE_NAME)" : "ROUTINE_NAME";
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
