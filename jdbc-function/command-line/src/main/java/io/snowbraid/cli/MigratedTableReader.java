package io.snowbraid.cli;

import io.snowbraid.cli.MigratedTable.Column;
import io.snowbraid.cli.MigratedTable.Product;
import io.snowbraid.cli.MigratedTable.Reference;
import io.snowbraid.cli.MigratedTable.TimeType;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how a database describes a table, its key, and what refers to it. */
final class MigratedTableReader {

  private static final Pattern NAME = Pattern.compile("(?:(\\w+)\\.)?(\\w+)\\.(\\w+)");
  private static final Set<Integer> WHOLE_NUMBERS =
      Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT);

  private static final String[] RULES = {
    "cascade", "restrict", "set null", "no action", "set default"
  };

  private final DatabaseMetaData database;
  private final Product product;
  private final @Nullable String catalog;
  private final @Nullable String schema;

  MigratedTableReader(Connection connection) throws SQLException {
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
  private record Place(@Nullable String catalog, @Nullable String schema, String table) {}

  /** A column as the database describes it. */
  private record Found(Place place, String name, int type, String typeName, Column column) {}

  MigratedTable read(String ids, String time, long below) throws SQLException {
    Matcher name = NAME.matcher(ids);
    if (!name.matches()) {
      throw new IllegalArgumentException(
          "ids must be a column, as table.column or schema.table.column: ids=" + ids);
    }
    Found key = column(name.group(1), name.group(2), name.group(3));
    Found created = column(name.group(1), name.group(2), time);
    requireKey(key);
    String table = key.place().table();
    String suffix = table.equals(table.toUpperCase(Locale.ROOT)) ? "_NEW_ID" : "_new_id";
    return new MigratedTable(
        product,
        quoted(key.place()),
        key.column(),
        quoted(created.name()),
        timeType(created),
        quoted(new Place(key.place().catalog(), key.place().schema(), table + suffix)),
        references(key),
        below);
  }

  private Found column(@Nullable String schemaName, String table, String column)
      throws SQLException {
    boolean isCatalog = product == Product.MARIADB && schemaName != null;
    String inSchema = schemaName == null || isCatalog ? schema : folded(schemaName);
    try (ResultSet columns =
        database.getColumns(isCatalog ? schemaName : catalog, inSchema, "%", "%")) {
      while (columns.next()) {
        if (columns.getString("TABLE_NAME").equalsIgnoreCase(table)
            && columns.getString("COLUMN_NAME").equalsIgnoreCase(column)) {
          return found(columns);
        }
      }
    }
    throw new IllegalArgumentException(
        "column must exist: table=" + table + ", column=" + column + "; correct its name");
  }

  private String folded(String name) throws SQLException {
    return database.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
  }

  private Found found(ResultSet columns) throws SQLException {
    String name = columns.getString("COLUMN_NAME");
    int type = columns.getInt("DATA_TYPE");
    String typeName = columns.getString("TYPE_NAME");
    Column column =
        new Column(
            quoted(name),
            type == Types.BIGINT && !typeName.toLowerCase(Locale.ROOT).contains("unsigned"),
            columns.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
            "YES".equals(columns.getString("IS_AUTOINCREMENT")));
    return new Found(place(columns, "TABLE"), name, type, typeName, column);
  }

  private static Place place(ResultSet row, String prefix) throws SQLException {
    return new Place(
        row.getString(prefix + "_CAT"),
        row.getString(prefix + "_SCHEM"),
        row.getString(prefix + "_NAME"));
  }

  private void requireKey(Found key) throws SQLException {
    List<String> primary = new ArrayList<>();
    Place place = key.place();
    try (ResultSet keys = database.getPrimaryKeys(place.catalog(), place.schema(), place.table())) {
      while (keys.next()) {
        primary.add(keys.getString("COLUMN_NAME"));
      }
    }
    if (!primary.equals(List.of(key.name())) || !WHOLE_NUMBERS.contains(key.type())) {
      throw new IllegalArgumentException(
          "column must be the primary key, alone, and a whole number: column="
              + key.name()
              + ", type="
              + key.typeName()
              + ", primary key="
              + primary
              + "; for other keys add a column, and fill it with PastIds");
    }
  }

  private static TimeType timeType(Found column) {
    boolean hasZone =
        column.type() == Types.TIMESTAMP_WITH_TIMEZONE || column.typeName().equals("timestamptz");
    return switch (column.type()) {
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
          hasZone ? TimeType.WITH_ZONE : TimeType.WITHOUT_ZONE;
      case Types.DATE -> TimeType.DATE;
      case Types.BIGINT -> TimeType.MILLIS;
      default ->
          throw new IllegalArgumentException(
              "time must be a timestamp, a date, or milliseconds since 1970: column="
                  + column.name()
                  + ", type="
                  + column.typeName()
                  + "; name another column");
    };
  }

  private List<Reference> references(Found key) throws SQLException {
    Map<String, Reference> references = new LinkedHashMap<>();
    Place place = key.place();
    try (ResultSet rows =
        database.getExportedKeys(place.catalog(), place.schema(), place.table())) {
      while (rows.next()) {
        String name = rows.getString("FK_NAME");
        Place from = place(rows, "FKTABLE");
        if (references.putIfAbsent(from + name, reference(rows, name, from)) != null) {
          throw new IllegalArgumentException(
              "foreign key must have one column: foreign key="
                  + name
                  + ", table="
                  + from.table()
                  + "; migrate it by hand");
        }
      }
    }
    return List.copyOf(references.values());
  }

  private Reference reference(ResultSet row, String name, Place from) throws SQLException {
    String column = row.getString("FKCOLUMN_NAME");
    String rules =
        " on delete "
            + RULES[row.getInt("DELETE_RULE")]
            + " on update "
            + RULES[row.getInt("UPDATE_RULE")]
            + deferrability(row.getInt("DEFERRABILITY"));
    return new Reference(quoted(name), quoted(from), column(from, column), rules);
  }

  private static String deferrability(int value) {
    return switch (value) {
      case DatabaseMetaData.importedKeyInitiallyDeferred -> " deferrable initially deferred";
      case DatabaseMetaData.importedKeyInitiallyImmediate -> " deferrable";
      default -> "";
    };
  }

  private Column column(Place place, String name) throws SQLException {
    try (ResultSet columns =
        database.getColumns(place.catalog(), place.schema(), place.table(), name)) {
      columns.next();
      return found(columns).column();
    }
  }

  private String quoted(Place place) throws SQLException {
    String prefix =
        product == Product.MARIADB
            ? otherThan(catalog, place.catalog())
            : otherThan(schema, place.schema());
    return prefix + quoted(place.table());
  }

  private String otherThan(@Nullable String own, @Nullable String name) throws SQLException {
    return name == null || name.equals(own) ? "" : quoted(name) + ".";
  }

  private String quoted(String name) throws SQLException {
    String quote = database.getIdentifierQuoteString();
    return quote + name.replace(quote, quote + quote) + quote;
  }
}
