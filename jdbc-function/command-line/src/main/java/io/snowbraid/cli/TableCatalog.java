package io.snowbraid.cli;

import io.snowbraid.cli.MigratedTable.Product;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables and columns by their names. JDBC takes names for patterns, in which {@code _} is any
 * character, so names are compared here.
 */
final class TableCatalog {

  final DatabaseMetaData database;
  final Product product;
  private final Connection connection;
  private final @Nullable String catalog;
  private final @Nullable String schema;

  TableCatalog(Connection connection) throws SQLException {
    this.connection = connection;
    database = connection.getMetaData();
    product = product(database.getDatabaseProductName());
    catalog = connection.getCatalog();
    schema = product == Product.MARIADB ? null : connection.getSchema();
  }

  private static Product product(String name) {
    return switch (name) {
      case "PostgreSQL" -> Product.POSTGRESQL;
      case "H2" -> Product.H2;
      case "MariaDB", "MySQL" -> Product.MARIADB;
      default ->
          throw new IllegalArgumentException(
              "database must be PostgreSQL, H2, MariaDB or MySQL for a migration: database="
                  + name
                  + "; for others issue ids with PastIds, and write the SQL by hand");
    };
  }

  /** A table in the database's own spelling. */
  record Place(@Nullable String catalog, @Nullable String schema, String table) {

    /** What the database's own tables call the schema. */
    @Nullable String space() {
      return schema == null ? catalog : schema;
    }
  }

  /** A column as the database describes it. */
  record Found(Place place, String name, int type, String typeName, boolean isGenerated) {}

  /** Finds a column of a table by names that a person has typed. */
  Found find(@Nullable String schemaName, String table, String column) throws SQLException {
    boolean isCatalog = product == Product.MARIADB && schemaName != null;
    List<Found> columns =
        columns(isCatalog ? schemaName : catalog, schemaName == null ? schema : null, "%");
    if (schemaName != null && !isCatalog) {
      columns = spelled(columns, schemaName, found -> String.valueOf(found.place().schema()));
    }
    columns = spelled(columns, table, found -> found.place().table());
    columns = spelled(columns, column, Found::name);
    if (columns.isEmpty()) {
      throw missing(table, column);
    }
    return columns.get(0);
  }

  /** Finds a column of a known table by a name that a person has typed. */
  Found find(Place place, String column) throws SQLException {
    List<Found> columns = spelled(columns(place), column, Found::name);
    if (columns.isEmpty()) {
      throw missing(place.table(), column);
    }
    return columns.get(0);
  }

  /** Returns the column of exactly this name. */
  Found exactly(Place place, String column) throws SQLException {
    return columns(place).stream()
        .filter(found -> found.name().equals(column))
        .findFirst()
        .orElseThrow(() -> missing(place.table(), column));
  }

  private static IllegalArgumentException missing(String table, String column) {
    return new IllegalArgumentException(
        "column must exist: table=" + table + ", column=" + column + "; correct its name");
  }

  /** Returns what has this name; in another case only if nothing has it, and one thing has that. */
  private static List<Found> spelled(
      List<Found> columns, String name, Function<Found, String> actual) {
    List<Found> exact = columns.stream().filter(c -> actual.apply(c).equals(name)).toList();
    if (!exact.isEmpty()) {
      return exact;
    }
    Predicate<Found> isSimilar = c -> actual.apply(c).equalsIgnoreCase(name);
    List<Found> similar = columns.stream().filter(isSimilar).toList();
    List<String> names = similar.stream().map(actual).distinct().toList();
    if (names.size() > 1) {
      throw new IllegalArgumentException(
          "name must say which of several is meant: name="
              + name
              + ", found="
              + names
              + "; spell it exactly");
    }
    return similar;
  }

  private List<Found> columns(Place place) throws SQLException {
    return columns(place.catalog(), place.schema(), "%").stream()
        .filter(found -> found.place().equals(place))
        .toList();
  }

  private List<Found> columns(@Nullable String inCatalog, @Nullable String inSchema, String table)
      throws SQLException {
    List<Found> all = new ArrayList<>();
    try (ResultSet columns = database.getColumns(inCatalog, inSchema, table, "%")) {
      while (columns.next()) {
        Found found = found(columns);
        if (inSchema == null || inSchema.equals(found.place().schema())) {
          all.add(found);
        }
      }
    }
    return all;
  }

  private Found found(ResultSet column) throws SQLException {
    return new Found(
        place(column, "TABLE"),
        column.getString("COLUMN_NAME"),
        column.getInt("DATA_TYPE"),
        column.getString("TYPE_NAME"),
        "YES".equals(column.getString("IS_AUTOINCREMENT")));
  }

  /** Reads a table's name from columns that begin with a prefix. */
  Place place(ResultSet row, String prefix) throws SQLException {
    String name = row.getString(prefix + "_NAME");
    return product == Product.MARIADB
        ? new Place(row.getString(prefix + "_CAT"), null, name)
        : new Place(catalog, row.getString(prefix + "_SCHEM"), name);
  }

  String quoted(Place place) throws SQLException {
    String own = product == Product.MARIADB ? catalog : schema;
    String space = place.space();
    String prefix = space == null || space.equals(own) ? "" : quoted(space) + ".";
    return prefix + quoted(place.table());
  }

  String quoted(String name) throws SQLException {
    String quote = database.getIdentifierQuoteString();
    return quote + name.replace(quote, quote + quote) + quote;
  }

  /** Returns the texts of a column of a query's rows. */
  List<String> texts(String query, int column, @Nullable String... values) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(query)) {
      for (int i = 0; i < values.length; i++) {
        select.setString(i + 1, values[i]);
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(column));
        }
      }
      return texts;
    }
  }
}
