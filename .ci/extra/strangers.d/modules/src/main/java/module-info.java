module com.example.ids {
  requires com.h2database;
  requires io.snowbraid.jdbc;
}
