module com.example.ids {
  requires com.h2database;
  requires io.snowbraid.jdbc;
  requires java.naming; // H2's data source is bound to names
}
