/** Snowbraid in SQL: the functions that issue ids and take them apart. */
module io.snowbraid.jdbc {
  requires transitive io.snowbraid;
  requires transitive java.sql;
  requires static com.h2database;
  requires static org.jspecify;

  exports io.snowbraid.jdbc;
  exports io.snowbraid.jdbc.h2 to
      com.h2database;
  exports io.snowbraid.jdbc.internal to
      io.snowbraid.hibernate;
}
