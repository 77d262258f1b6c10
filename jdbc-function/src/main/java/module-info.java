/** Workers and segments in database tables, and SQL functions that generate and decode ids. */
module io.snowbraid.jdbc {
  requires transitive io.snowbraid;
  requires transitive java.sql;
  requires static com.h2database;
  requires static org.jspecify;
  requires static org.xerial.sqlitejdbc;

  exports io.snowbraid.jdbc;
  // databases call functions in these packages, also from the class path (the unnamed module)
  exports io.snowbraid.jdbc.h2;
  exports io.snowbraid.jdbc.hsqldb;
  exports io.snowbraid.jdbc.connection to
      io.snowbraid.cli,
      io.snowbraid.keyed,
      io.snowbraid.server;
  exports io.snowbraid.jdbc.dialect to
      io.snowbraid.cli,
      io.snowbraid.hibernate,
      io.snowbraid.keyed;
  exports io.snowbraid.jdbc.integration to
      io.snowbraid.hibernate,
      io.snowbraid.spring;
  exports io.snowbraid.jdbc.internal to
      io.snowbraid.cli,
      io.snowbraid.hibernate,
      io.snowbraid.server,
      io.snowbraid.shardingsphere,
      io.snowbraid.spring;
}
