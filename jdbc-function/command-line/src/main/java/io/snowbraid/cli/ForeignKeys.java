package io.snowbraid.cli;

import io.snowbraid.cli.MigratedTable.Product;
import io.snowbraid.cli.TableCatalog.Found;
import io.snowbraid.cli.TableCatalog.Place;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the foreign keys that refer to a key, and rejects those that nothing here can follow. */
final class ForeignKeys {

  /**
   * The part of a partition in a foreign key of its partitioned table, which changes with that one.
   */
  private static final String INHERITED =
      "select n.nspname || '.' || r.relname || '.' || c.conname from pg_constraint c"
          + " join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace"
          + " where c.contype = 'f' and c.conparentid <> 0";

  private static final String[] RULES = {
    "cascade", "restrict", "set null", "no action", "set default"
  };

  private final TableCatalog catalog;
  private final Set<String> inherited;

  ForeignKeys(TableCatalog catalog) throws SQLException {
    this.catalog = catalog;
    inherited =
        catalog.product == Product.POSTGRESQL
            ? new HashSet<>(catalog.texts(INHERITED, 1))
            : Set.of();
  }

  /**
   * A foreign key of one or more columns.
   *
   * @param rules what happens to a row whose key is changed or deleted, and when it is checked
   */
  record ForeignKey(
      String name, Place from, List<String> columns, List<String> targets, String rules) {

    private boolean isSame(ForeignKey other) {
      return name.equals(other.name) && from.equals(other.from);
    }
  }

  /**
   * Returns all foreign keys that refer to a key.
   *
   * @throws IllegalArgumentException if one has several columns, or if a column that would be
   *     replaced is part of a foreign key to or from anything else
   */
  List<ForeignKey> to(Found key) throws SQLException {
    List<ForeignKey> keys =
        exported(key.place()).stream().filter(k -> k.targets().contains(key.name())).toList();
    keys.forEach(ForeignKeys::requireOneColumn);
    requireNoOther(key.place(), key.name(), keys);
    for (ForeignKey reference : keys) {
      requireNoOther(reference.from(), reference.columns().get(0), keys);
    }
    return keys;
  }

  private static void requireOneColumn(ForeignKey key) {
    if (key.columns().size() != 1) {
      throw new IllegalArgumentException(
          "foreign key must have one column: foreign key="
              + key.name()
              + ", table="
              + key.from().table()
              + "; migrate it by hand");
    }
  }

  private void requireNoOther(Place place, String column, List<ForeignKey> followed)
      throws SQLException {
    Stream.concat(
            exported(place).stream().filter(k -> k.targets().contains(column)),
            imported(place).stream().filter(k -> k.columns().contains(column)))
        .filter(key -> followed.stream().noneMatch(key::isSame))
        .findFirst()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(
                  "column that is replaced must have no other foreign key, nor be referred to by"
                      + " one: table="
                      + place.table()
                      + ", column="
                      + column
                      + ", foreign key="
                      + key.name()
                      + " of "
                      + key.from().table()
                      + "; migrate these tables by hand");
            });
  }

  private List<ForeignKey> exported(Place place) throws SQLException {
    DatabaseMetaData database = catalog.database;
    try (ResultSet rows =
        database.getExportedKeys(place.catalog(), place.schema(), place.table())) {
      return read(rows);
    }
  }

  private List<ForeignKey> imported(Place place) throws SQLException {
    DatabaseMetaData database = catalog.database;
    try (ResultSet rows =
        database.getImportedKeys(place.catalog(), place.schema(), place.table())) {
      return read(rows);
    }
  }

  private List<ForeignKey> read(ResultSet rows) throws SQLException {
    Map<String, ForeignKey> keys = new LinkedHashMap<>();
    while (rows.next()) {
      ForeignKey row = foreignKey(rows);
      String name = row.from().space() + "." + row.from().table() + "." + row.name();
      if (!inherited.contains(name)) {
        ForeignKey key = keys.computeIfAbsent(name, unused -> row);
        key.columns().add(rows.getString("FKCOLUMN_NAME"));
        key.targets().add(rows.getString("PKCOLUMN_NAME"));
      }
    }
    return List.copyOf(keys.values());
  }

  private ForeignKey foreignKey(ResultSet row) throws SQLException {
    return new ForeignKey(
        row.getString("FK_NAME"),
        catalog.place(row, "FKTABLE"),
        new ArrayList<>(),
        new ArrayList<>(),
        " on delete "
            + RULES[row.getInt("DELETE_RULE")]
            + " on update "
            + RULES[row.getInt("UPDATE_RULE")]
            + deferrability(row.getInt("DEFERRABILITY")));
  }

  private static String deferrability(int value) {
    return switch (value) {
      case DatabaseMetaData.importedKeyInitiallyDeferred -> " deferrable initially deferred";
      case DatabaseMetaData.importedKeyInitiallyImmediate -> " deferrable";
      default -> "";
    };
  }
}
