/** Numbers per key: increasing numbers for very many keys, issued by servers that share a store. */
module io.snowbraid.keyed {
  requires transitive io.snowbraid;
  requires transitive java.sql;
  requires io.snowbraid.jdbc;
  requires static org.jspecify;

  exports io.snowbraid.keyed;
  exports io.snowbraid.jdbc.keyed;

  // so that it can read the scripts that create the tables
  opens io.snowbraid.jdbc.keyed to
      io.snowbraid.jdbc;
}
