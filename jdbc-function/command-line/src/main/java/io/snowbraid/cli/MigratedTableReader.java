package io.snowbraid.cli;

import io.snowbraid.cli.ForeignKeys.ForeignKey;
import io.snowbraid.cli.MigratedTable.Product;
import io.snowbraid.cli.MigratedTable.Reference;
import io.snowbraid.cli.MigratedTable.TimeType;
import io.snowbraid.cli.TableCatalog.Found;
import io.snowbraid.cli.TableCatalog.Place;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how a database describes a table, its key, and what refers to it. */
final class MigratedTableReader {

  private static final Pattern NAME = Pattern.compile("(?:(\\w+)\\.)?(\\w+)\\.(\\w+)");
  private static final Set<Integer> WHOLE_NUMBERS =
      Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT);
  private static final String PARTITION =
      "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
          + " where c.relispartition and n.nspname = ? and c.relname = ?";

  private final TableCatalog catalog;
  private final ColumnDetails details;

  MigratedTableReader(Connection connection) throws SQLException {
    catalog = new TableCatalog(connection);
    details = new ColumnDetails(catalog);
  }

  MigratedTable read(String ids, String time, long below) throws SQLException {
    Matcher name = NAME.matcher(ids);
    if (!name.matches()) {
      throw new IllegalArgumentException(
          "ids must be a column, as table.column or schema.table.column: ids=" + ids);
    }
    Found key = catalog.find(name.group(1), name.group(2), name.group(3));
    Found created = catalog.find(key.place(), time);
    requireKey(key);
    requireNoPartition(key.place());
    List<ForeignKey> foreignKeys = new ForeignKeys(catalog).to(key);
    return new MigratedTable(
        catalog.product,
        catalog.quoted(key.place()),
        details.of(key),
        catalog.quoted(created.name()),
        timeType(created),
        catalog.quoted(mapping(key.place())),
        references(foreignKeys),
        triggers(key.place(), foreignKeys),
        below);
  }

  private static Place mapping(Place place) {
    String table = place.table();
    String suffix = table.equals(table.toUpperCase(Locale.ROOT)) ? "_NEW_ID" : "_new_id";
    return new Place(place.catalog(), place.schema(), table + suffix);
  }

  private void requireKey(Found key) throws SQLException {
    List<String> primary = new ArrayList<>();
    Place place = key.place();
    try (ResultSet keys =
        catalog.database.getPrimaryKeys(place.catalog(), place.schema(), place.table())) {
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

  private void requireNoPartition(Place place) throws SQLException {
    if (catalog.product == Product.POSTGRESQL
        && !catalog.texts(PARTITION, 1, place.space(), place.table()).isEmpty()) {
      throw new IllegalArgumentException(
          "table must not be a partition: table=" + place.table() + "; name the partitioned table");
    }
  }

  private TimeType timeType(Found column) {
    String typeName = column.typeName().toLowerCase(Locale.ROOT);
    boolean hasZone =
        column.type() == Types.TIMESTAMP_WITH_TIMEZONE || typeName.equals("timestamptz");
    boolean isUnixTime = catalog.product == Product.MARIADB && typeName.equals("timestamp");
    return switch (column.type()) {
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
          isUnixTime ? TimeType.UNIX_TIME : hasZone ? TimeType.WITH_ZONE : TimeType.WITHOUT_ZONE;
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

  private List<Reference> references(List<ForeignKey> keys) throws SQLException {
    List<Reference> references = new ArrayList<>();
    for (ForeignKey key : keys) {
      references.add(
          new Reference(
              catalog.quoted(key.name()),
              catalog.quoted(key.from()),
              details.of(catalog.exactly(key.from(), key.columns().get(0))),
              key.rules()));
    }
    return List.copyOf(references);
  }

  /** Returns the triggers of all tables that are updated, each with its table. */
  private List<String> triggers(Place table, List<ForeignKey> keys) throws SQLException {
    Set<Place> updated = new LinkedHashSet<>(List.of(table));
    keys.forEach(key -> updated.add(key.from()));
    List<String> triggers = new ArrayList<>();
    for (Place place : updated) {
      for (String name : details.triggers(place)) {
        triggers.add(name + " of " + catalog.quoted(place));
      }
    }
    return List.copyOf(triggers);
  }
}
