package io.snowbraid.jdbc.derby;

import io.snowbraid.jdbc.dialect.FunctionDdl;
import io.snowbraid.jdbc.dialect.SqlFunction;
import io.snowbraid.jdbc.dialect.StoredFunctionInstaller;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;

/** Creates the functions in Derby. */
final class DerbyInstaller extends StoredFunctionInstaller {

  /**
   * Not a class literal, because the client of a server does not have the Derby engine classes that
   * it needs.
   */
  private static final String IMPLEMENTATION = "io.snowbraid.jdbc.derby.DerbyFunctions";

  /**
   * The functions are declared as running no SQL, because others are not allowed in a MERGE, a
   * trigger or a check.
   */
  private static final List<FunctionDdl> FUNCTIONS =
      Arrays.stream(SqlFunction.values()).map(DerbyInstaller::function).toList();

  DerbyInstaller(DerbyDialect dialect, Connection connection) {
    super(dialect, connection);
  }

  private static FunctionDdl function(SqlFunction function) {
    return new FunctionDdl(
        function.name(),
        IMPLEMENTATION,
        "CREATE FUNCTION %s%s LANGUAGE JAVA NO SQL EXTERNAL NAME '%s.%s'"
            .formatted(function, signature(function), IMPLEMENTATION, function.javaName()));
  }

  private static String signature(SqlFunction function) {
    return switch (function.argument()) {
      case NONE -> "() RETURNS BIGINT PARAMETER STYLE JAVA";
      case COUNT -> "(N INTEGER) RETURNS TABLE(ID BIGINT) PARAMETER STYLE DERBY_JDBC_RESULT_SET";
      case ID -> deterministic("ID BIGINT", function);
      case TIME -> deterministic("AT_TIME VARCHAR(40)", function);
    };
  }

  private static String deterministic(String argument, SqlFunction function) {
    return "("
        + argument
        + ") RETURNS "
        + type(function)
        + " PARAMETER STYLE JAVA DETERMINISTIC RETURNS NULL ON NULL INPUT";
  }

  private static String type(SqlFunction function) {
    return switch (function.result()) {
      case ID, IDS -> "BIGINT";
      case TIME -> "VARCHAR(29)";
      case NUMBER -> "INTEGER";
      case PARTS -> "VARCHAR(200)";
    };
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
    return "SELECT ALIAS, JAVACLASSNAME FROM SYS.SYSALIASES JOIN SYS.SYSSCHEMAS USING (SCHEMAID)"
        + " WHERE SCHEMANAME = CURRENT SCHEMA AND ALIASTYPE = 'F'";
  }

  @Override
  public String requirement() {
    return "the privilege to create in this schema, and this library on the class path of the"
        + " process that has the database open";
  }
}
