/** Snowbraid in SQL: the functions that issue ids and take them apart. */
module io.snowbraid.jdbc {
  requires transitive io.snowbraid;
  requires transitive java.sql;
  requires static com.h2database;
  requires static duckdb.jdbc;
  requires static org.apache.derby.engine;
  requires static org.jspecify;
  requires static org.xerial.sqlitejdbc;

  exports io.snowbraid.jdbc;
  exports io.snowbraid.jdbc.derby; // Derby calls it from classes that belong to no module
  exports io.snowbraid.jdbc.h2 to
      com.h2database;
  exports io.snowbraid.jdbc.hsqldb to
      org.hsqldb;
  exports io.snowbraid.jdbc.internal to
      io.snowbraid.hibernate;
}
