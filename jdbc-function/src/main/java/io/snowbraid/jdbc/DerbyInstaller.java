package io.snowbraid.jdbc;

import java.sql.Connection;
import java.util.List;

/** Creates the functions of Derby. */
final class DerbyInstaller extends StoredFunctionInstaller {

  /** Not a class literal: a client of a server has no Derby engine to load it with. */
  private static final String IMPLEMENTATION = "io.snowbraid.jdbc.derby.DerbyFunctions";

  /** They run no SQL: others may not stand in a MERGE, a trigger or a check. */
  private static final List<FunctionDdl> FUNCTIONS =
      List.of(
          function("NEXT_SNOWFLAKE", "() RETURNS BIGINT PARAMETER STYLE JAVA", "nextSnowflake"),
          function(
              "NEXT_SNOWFLAKES",
              "(N INTEGER) RETURNS TABLE(ID BIGINT) PARAMETER STYLE DERBY_JDBC_RESULT_SET",
              "nextSnowflakes"),
          decoding("SNOWFLAKE_TIME", "VARCHAR(29)", "time"),
          decoding("SNOWFLAKE_ROLLBACK", "INTEGER", "rollback"),
          decoding("SNOWFLAKE_TIMELINE", "INTEGER", "timeline"),
          decoding("SNOWFLAKE_WORKER", "INTEGER", "worker"),
          decoding("SNOWFLAKE_SEQUENCE", "INTEGER", "sequence"));

  DerbyInstaller(Connection connection) {
    super(connection);
  }

  private static FunctionDdl decoding(String name, String type, String method) {
    return function(
        name,
        "(ID BIGINT) RETURNS "
            + type
            + " PARAMETER STYLE JAVA DETERMINISTIC RETURNS NULL ON NULL INPUT",
        method);
  }

  private static FunctionDdl function(String name, String signature, String method) {
    return new FunctionDdl(
        name,
        IMPLEMENTATION,
        "CREATE FUNCTION %s%s LANGUAGE JAVA NO SQL EXTERNAL NAME '%s.%s'"
            .formatted(name, signature, IMPLEMENTATION, method));
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
    return "SELECT ALIAS, JAVACLASSNAME FROM SYS.SYSALIASES JOIN SYS.SYSSCHEMAS USING (SCHEMAID)"
        + " WHERE SCHEMANAME = CURRENT SCHEMA AND ALIASTYPE = 'F'";
  }

  @Override
  String requirement() {
    return "the right to create in this schema, and this library on the class path of the process"
        + " that has the database open";
  }
}
