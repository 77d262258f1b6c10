/** Numbers per key: a rising number for each of very many keys, by several servers on one store. */
module io.snowbraid.keyed {
  requires transitive io.snowbraid;
  requires transitive java.sql;
  requires io.snowbraid.jdbc;
  requires static org.jspecify;

  exports io.snowbraid.keyed;
  exports io.snowbraid.jdbc.keyed;

  // it reads the scripts that create the tables
  opens io.snowbraid.jdbc.keyed to
      io.snowbraid.jdbc;
}
