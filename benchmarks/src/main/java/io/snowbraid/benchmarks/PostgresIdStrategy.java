package io.snowbraid.benchmarks;

/** The ways to generate ids in PostgreSQL; each has a table whose keys it generates by default. */
enum PostgresIdStrategy {
  SEQUENCE("nextval", "nextval('plain_sequence')", "bigint"),
  SNOWFLAKE("NEXT_SNOWFLAKE()", "next_snowflake()", "bigint"),
  UUID("gen_random_uuid()", "gen_random_uuid()", "uuid"),
  UUID_7("uuidv7()", "uuidv7()", "uuid");

  private final String label;
  private final String call;
  private final String type;

  PostgresIdStrategy(String label, String call, String type) {
    this.label = label;
    this.call = call;
    this.type = type;
  }

  String label() {
    return label;
  }

  String select() {
    return "SELECT " + call;
  }

  /** Returns a statement that generates as many ids as its parameter says. */
  String selectMany() {
    return "SELECT count(" + call + ") FROM generate_series(1, ?)";
  }

  String createTable() {
    return "CREATE TABLE "
        + table()
        + " (id "
        + type
        + " DEFAULT "
        + call
        + " PRIMARY KEY, n integer)";
  }

  String truncate() {
    return "TRUNCATE " + table();
  }

  String insert() {
    return "INSERT INTO " + table() + " (n) VALUES (?)";
  }

  String insertMany() {
    return "INSERT INTO " + table() + " (n) SELECT generate_series(1, ?)";
  }

  private String table() {
    return "rows_" + name();
  }
}
