package io.snowbraid.benchmarks;

import java.util.Map;

/** The databases that call functions in the process that opened them, all in memory. */
public enum SqlDatabase {
  H2(
      "h2",
      "jdbc:h2:mem:benchmark",
      "SELECT %s",
      "SELECT COUNT(%s) FROM SYSTEM_RANGE(1, " + SqlBenchmark.ROWS + ")",
      "INSERT INTO T (N) SELECT X FROM SYSTEM_RANGE(1, " + SqlBenchmark.ROWS + ")",
      "CREATE TABLE T (ID %2$s DEFAULT %1$s PRIMARY KEY, N INTEGER)",
      Map.of(
          SqlIdStrategy.SEQUENCE, "NEXT VALUE FOR S",
          SqlIdStrategy.RANDOM, "RANDOM_UUID()",
          SqlIdStrategy.TIME_ORDERED, "RANDOM_UUID(7)")),

  HSQLDB(
      "hsqldb",
      "jdbc:hsqldb:mem:benchmark",
      "SELECT %s FROM (VALUES(0))",
      "SELECT %s FROM UNNEST(SEQUENCE_ARRAY(1, " + SqlBenchmark.ROWS + ", 1))",
      "INSERT INTO T SELECT %s, X FROM UNNEST(SEQUENCE_ARRAY(1, "
          + SqlBenchmark.ROWS
          + ", 1)) AS R(X)",
      "CREATE TABLE T (ID %2$s PRIMARY KEY, N INTEGER)",
      Map.of(SqlIdStrategy.SEQUENCE, "NEXT VALUE FOR S", SqlIdStrategy.RANDOM, "UUID()")),

  SQLITE(
      "sqlite",
      "jdbc:sqlite::memory:",
      "SELECT %s",
      "SELECT MAX(%s) FROM R",
      "INSERT INTO T (N) SELECT X FROM R",
      "CREATE TABLE T (ID %2$s NOT NULL PRIMARY KEY DEFAULT (%1$s), N INTEGER)",
      Map.of(SqlIdStrategy.RANDOM, "RANDOM()"));

  private final String artifact;
  private final String url;
  private final String one;
  private final String set;
  private final String insert;
  private final String table;

  @SuppressWarnings("ImmutableEnumChecker") // created by Map.of
  private final Map<SqlIdStrategy, String> others;

  SqlDatabase(
      String artifact,
      String url,
      String one,
      String set,
      String insert,
      String table,
      Map<SqlIdStrategy, String> others) {
    this.artifact = artifact;
    this.url = url;
    this.one = one;
    this.set = set;
    this.insert = insert;
    this.table = table;
    this.others = others;
  }

  String url() {
    return url;
  }

  String label() {
    return name() + " " + Versions.of(artifact);
  }

  boolean has(SqlIdStrategy issuer) {
    return issuer == SqlIdStrategy.SNOWFLAKE || others.containsKey(issuer);
  }

  /** Returns the expression for a new id. */
  String expression(SqlIdStrategy issuer) {
    return others.getOrDefault(issuer, "NEXT_SNOWFLAKE()");
  }

  /** Returns a statement that generates one id. */
  String one(SqlIdStrategy issuer) {
    return one.formatted(expression(issuer));
  }

  /**
   * Returns a statement that generates an id for each of many rows and returns as little as
   * possible.
   */
  String set(SqlIdStrategy issuer) {
    return set.formatted(expression(issuer));
  }

  /** Returns a statement that inserts many rows into a table with the id as its primary key. */
  String insert(SqlIdStrategy issuer) {
    return insert.formatted(expression(issuer));
  }

  /**
   * Returns the statement that creates the table; the id is a default value where the database
   * allows it.
   */
  String table(SqlIdStrategy issuer) {
    String text = this == SQLITE ? "BIGINT" : "UUID";
    boolean number = issuer == SqlIdStrategy.SNOWFLAKE || issuer == SqlIdStrategy.SEQUENCE;
    return table.formatted(expression(issuer), number ? "BIGINT" : text);
  }

  /** Tells whether rows come from a table R of numbers. */
  boolean needsRows() {
    return this == SQLITE;
  }
}
