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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a database's description of a table, its key, and the references to it. JDBC treats names
 * as patterns, in which {@code _} matches any character, so this class compares names itself.
 */
final class MigratedTableReader {

  private static final Pattern NAME = Pattern.compile("(?:(\\w+)\\.)?(\\w+)\\.(\\w+)");
  private static final Set<Integer> WHOLE_NUMBERS =
      Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT);

  /** The constraints that a partition has from its partitioned table, and that change with it. */
  private static final String INHERITED =
      "select n.nspname || '.' || r.relname || '.' || c.conname from pg_constraint c join pg_class"
          + " r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace where"
          + " c.conparentid <> 0";

  private static final String OF_TABLE = " where table_schema = ? and table_name = ? and ";
  private static final String KEPT = "select column_name from information_schema.columns";
  private static final String TRIGGERS =
      "select distinct trigger_name from information_schema.triggers where event_object_schema = ?"
          + " and event_object_table = ?";

  private static final String[] RULES = {
    "cascade", "restrict", "set null", "no action", "set default"
  };

  private final Database queries;
  private final DatabaseMetaData metadata;
  private final Product product;
  private final @Nullable String currentSpace;
  private final Set<String> inherited;

  MigratedTableReader(Database queries, Connection connection) throws SQLException {
    this.queries = queries;
    metadata = connection.getMetaData();
    product = product(metadata.getDatabaseProductName());
    currentSpace = isMariaDb() ? connection.getCatalog() : connection.getSchema();
    inherited = product == Product.POSTGRESQL ? Set.copyOf(queries.texts(INHERITED)) : Set.of();
  }

  private static Product product(String name) {
    return switch (name) {
      case "PostgreSQL" -> Product.POSTGRESQL;
      case "H2" -> Product.H2;
      case "MariaDB", "MySQL" -> Product.MARIADB;
      default ->
          throw new IllegalArgumentException(
              "database must be PostgreSQL, H2, MariaDB or MySQL for a migration, but is "
                  + name
                  + "; generate the ids with PastIds, and write the SQL by hand");
    };
  }

  private boolean isMariaDb() {
    return product == Product.MARIADB;
  }

  /**
   * A table in the database's own spelling.
   *
   * @param space its schema, which in MariaDB is its database
   */
  private record Place(@Nullable String space, String table) {}

  /** A column as the database describes it. */
  private record Found(Place place, String name, int type, String typeName, boolean isGenerated) {}

  /**
   * A foreign key of one or more columns.
   *
   * @param rules what happens to a row whose key is changed or deleted, and when it is checked
   */
  private record ForeignKey(
      String name, Place from, List<String> columns, List<String> targets, String rules) {

    private String id() {
      return constraint(from, name);
    }
  }

  private static String constraint(Place place, String name) {
    return place.space() + "." + place.table() + "." + name;
  }

  MigratedTable read(String ids, String time, long below) throws SQLException {
    Matcher name = NAME.matcher(ids);
    if (!name.matches()) {
      throw new IllegalArgumentException(
          "ids must be a column, as table.column or schema.table.column, but is " + ids);
    }
    Found key = find(name.group(1), name.group(2), name.group(3));
    Place place = key.place();
    requireKey(key);
    Found created = column(place, time, columns(place));
    List<ForeignKey> foreignKeys = foreignKeysTo(key);
    return new MigratedTable(
        product,
        quoted(place),
        column(key),
        quoted(created.name()),
        timeType(created),
        quoted(mapping(place)),
        references(foreignKeys),
        triggers(place, foreignKeys),
        below);
  }

  /** Finds a column by names that a person has typed. */
  private Found find(@Nullable String space, String table, String column) throws SQLException {
    List<Found> columns = columns(space == null ? currentSpace : null);
    if (space != null) {
      columns = named("schema", space, columns, found -> String.valueOf(found.place().space()));
    }
    List<Found> all = named("table", table, columns, found -> found.place().table());
    return column(all.get(0).place(), column, all);
  }

  private static Found column(Place place, String name, List<Found> columns) {
    return named("column of table " + place.table(), name, columns, Found::name).get(0);
  }

  /**
   * Returns the columns with this name. A different case matches only if there is no exact match
   * and no ambiguity.
   */
  private static List<Found> named(
      String kind, String name, List<Found> columns, Function<Found, String> actual) {
    Predicate<Found> isExact = column -> actual.apply(column).equals(name);
    Predicate<Found> isSimilar = column -> actual.apply(column).equalsIgnoreCase(name);
    boolean isSpelled = columns.stream().anyMatch(isExact);
    List<Found> found = columns.stream().filter(isSpelled ? isExact : isSimilar).toList();
    List<String> names = found.stream().map(actual).distinct().toList();
    if (names.size() != 1) {
      throw new IllegalArgumentException(
          kind
              + " must be one of "
              + (names.isEmpty() ? columns.stream().map(actual).distinct().toList() : names)
              + ", but is "
              + name
              + "; spell it exactly");
    }
    return found;
  }

  private List<Found> columns(Place place) throws SQLException {
    return columns(place.space()).stream().filter(found -> found.place().equals(place)).toList();
  }

  private List<Found> columns(@Nullable String space) throws SQLException {
    List<Found> all = new ArrayList<>();
    try (ResultSet row = metadata.getColumns(catalog(space), schema(space), "%", "%")) {
      while (row.next()) {
        Place place = place(row, "TABLE");
        if (space == null || space.equals(place.space())) {
          all.add(
              new Found(
                  place,
                  row.getString("COLUMN_NAME"),
                  row.getInt("DATA_TYPE"),
                  row.getString("TYPE_NAME"),
                  "YES".equals(row.getString("IS_AUTOINCREMENT"))));
        }
      }
    }
    return all;
  }

  private @Nullable String catalog(@Nullable String space) {
    return isMariaDb() ? space : null;
  }

  private @Nullable String schema(@Nullable String space) {
    return isMariaDb() ? null : space;
  }

  /** Reads a table's name from columns that begin with a prefix. */
  private Place place(ResultSet row, String prefix) throws SQLException {
    String space = row.getString(prefix + (isMariaDb() ? "_CAT" : "_SCHEM"));
    return new Place(space, row.getString(prefix + "_NAME"));
  }

  private static Place mapping(Place place) {
    String table = place.table();
    String suffix = table.equals(table.toUpperCase(Locale.ROOT)) ? "_NEW_ID" : "_new_id";
    return new Place(place.space(), table + suffix);
  }

  private void requireKey(Found key) throws SQLException {
    Place place = key.place();
    List<String> primary = new ArrayList<>();
    try (ResultSet row =
        metadata.getPrimaryKeys(catalog(place.space()), schema(place.space()), place.table())) {
      while (row.next()) {
        primary.add(row.getString("COLUMN_NAME"));
        if (inherited.contains(constraint(place, row.getString("PK_NAME")))) {
          throw new IllegalArgumentException(
              "table " + place.table() + " must not be a partition; name the partitioned table");
        }
      }
    }
    if (!primary.equals(List.of(key.name())) || !WHOLE_NUMBERS.contains(key.type())) {
      throw new IllegalArgumentException(
          "column must be the whole primary key, and a whole number (column="
              + key.name()
              + ", type="
              + key.typeName()
              + ", primary key="
              + primary
              + "); for other keys, add a column and fill it with PastIds");
    }
  }

  private TimeType timeType(Found column) {
    String typeName = column.typeName().toLowerCase(Locale.ROOT);
    boolean hasZone =
        column.type() == Types.TIMESTAMP_WITH_TIMEZONE || typeName.equals("timestamptz");
    boolean isUnixTime = isMariaDb() && typeName.equals("timestamp");
    return switch (column.type()) {
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
          isUnixTime ? TimeType.UNIX_TIME : hasZone ? TimeType.WITH_ZONE : TimeType.WITHOUT_ZONE;
      case Types.DATE -> TimeType.DATE;
      case Types.BIGINT -> TimeType.MILLIS;
      default ->
          throw new IllegalArgumentException(
              "time must be a timestamp, a date, or milliseconds since 1970, but "
                  + column.name()
                  + " is "
                  + column.typeName()
                  + "; name another column");
    };
  }

  /**
   * Returns all foreign keys that refer to a key.
   *
   * @throws IllegalArgumentException if a column that would be replaced is part of any other
   *     foreign key, to or from it, such as one of several columns
   */
  private List<ForeignKey> foreignKeysTo(Found key) throws SQLException {
    List<ForeignKey> keys =
        exported(key.place()).filter(k -> k.targets().equals(List.of(key.name()))).toList();
    requireNoOther(key.place(), key.name(), keys);
    for (ForeignKey reference : keys) {
      requireNoOther(reference.from(), reference.columns().get(0), keys);
    }
    return keys;
  }

  private void requireNoOther(Place place, String column, List<ForeignKey> followed)
      throws SQLException {
    List<String> ids = followed.stream().map(ForeignKey::id).toList();
    Stream.concat(
            exported(place).filter(key -> key.targets().contains(column)),
            imported(place).filter(key -> key.columns().contains(column)))
        .filter(key -> !ids.contains(key.id()))
        .findFirst()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(
                  "replaced column must be in no other foreign key, on either side (table="
                      + place.table()
                      + ", column="
                      + column
                      + ", foreign key="
                      + key.name()
                      + " of "
                      + key.from().table()
                      + "); migrate these tables by hand");
            });
  }

  private Stream<ForeignKey> exported(Place place) throws SQLException {
    String space = place.space();
    return foreignKeys(metadata.getExportedKeys(catalog(space), schema(space), place.table()));
  }

  private Stream<ForeignKey> imported(Place place) throws SQLException {
    String space = place.space();
    return foreignKeys(metadata.getImportedKeys(catalog(space), schema(space), place.table()));
  }

  private Stream<ForeignKey> foreignKeys(ResultSet result) throws SQLException {
    Map<String, ForeignKey> keys = new LinkedHashMap<>();
    try (ResultSet row = result) {
      while (row.next()) {
        String rules =
            " on delete "
                + RULES[row.getInt("DELETE_RULE")]
                + " on update "
                + RULES[row.getInt("UPDATE_RULE")]
                + deferrability(row.getInt("DEFERRABILITY"));
        String name = row.getString("FK_NAME");
        Place from = place(row, "FKTABLE");
        ForeignKey key =
            keys.computeIfAbsent(
                constraint(from, name),
                id -> new ForeignKey(name, from, new ArrayList<>(), new ArrayList<>(), rules));
        key.columns().add(row.getString("FKCOLUMN_NAME"));
        key.targets().add(row.getString("PKCOLUMN_NAME"));
      }
    }
    keys.keySet().removeAll(inherited);
    return keys.values().stream();
  }

  private static String deferrability(int value) {
    return switch (value) {
      case DatabaseMetaData.importedKeyInitiallyDeferred -> " deferrable initially deferred";
      case DatabaseMetaData.importedKeyInitiallyImmediate -> " deferrable";
      default -> "";
    };
  }

  private List<Reference> references(List<ForeignKey> keys) throws SQLException {
    List<Reference> references = new ArrayList<>();
    for (ForeignKey key : keys) {
      Found column = column(key.from(), key.columns().get(0), columns(key.from()));
      references.add(
          new Reference(quoted(key.name()), quoted(key.from()), column(column), key.rules()));
    }
    return List.copyOf(references);
  }

  /** Returns the triggers on updates of all tables that are updated, each with its table. */
  private List<String> triggers(Place table, List<ForeignKey> keys) throws SQLException {
    Set<Place> updated = new LinkedHashSet<>(List.of(table));
    keys.forEach(key -> updated.add(key.from()));
    String updates = // H2 does not say which triggers those are
        product == Product.H2 ? "" : " and event_manipulation = 'UPDATE'";
    List<String> triggers = new ArrayList<>();
    for (Place place : updated) {
      for (String name : queries.texts(TRIGGERS + updates, place.space(), place.table())) {
        triggers.add(name + " of " + quoted(place));
      }
    }
    return List.copyOf(triggers);
  }

  private Column column(Found found) throws SQLException {
    return new Column(quoted(found.name()), changes(found), kept(found.place()));
  }

  /**
   * Returns the changes that make room for a new id and stop the database from filling the column.
   */
  private List<String> changes(Found found) throws SQLException {
    boolean isWide =
        found.type() == Types.BIGINT
            && !found.typeName().toLowerCase(Locale.ROOT).contains("unsigned");
    boolean isGenerated = found.isGenerated();
    String alter = "alter column " + quoted(found.name());
    List<String> changes = new ArrayList<>();
    if (isMariaDb()) {
      if (isGenerated || !isWide) {
        changes.add("modify column " + quoted(found.name()) + " " + widened(found));
      }
      return changes;
    }
    if (isGenerated) {
      String ifThere = product == Product.H2 ? "" : " if exists"; // a serial column has none
      changes.add(alter + " drop identity" + ifThere);
      changes.add(alter + " drop default");
    }
    if (!isWide) {
      changes.add(alter + " set data type bigint");
    }
    return changes;
  }

  /** Returns MariaDB's definition of a column with another type and the rest of it as it is. */
  private String widened(Found found) throws SQLException {
    Pattern line =
        Pattern.compile(
            "^\\s*"
                + Pattern.quote(quoted(found.name()))
                + " (?:small|medium|big)?int(?:\\(\\d+\\))?(?: unsigned)?(?: zerofill)?((?!"
                + " GENERATED| AS \\().*?),?$",
            Pattern.MULTILINE);
    List<String> table = new ArrayList<>();
    queries.query("show create table " + quoted(found.place()), row -> table.add(row.getString(2)));
    Matcher definition = line.matcher(table.get(0));
    if (!definition.find()) {
      throw new IllegalArgumentException(
          "replaced column must be a plain whole number (table="
              + found.place().table()
              + ", column="
              + found.name()
              + ", type="
              + found.typeName()
              + "); migrate it by hand");
    }
    String rest = definition.group(1);
    return "bigint" + (found.isGenerated() ? rest.replaceFirst(" AUTO_INCREMENT", "") : rest);
  }

  /** Returns the columns that an update would set to the current time unless it sets them. */
  private List<String> kept(Place place) throws SQLException {
    String condition =
        switch (product) {
          case POSTGRESQL -> "1 = 0";
          case H2 -> "column_on_update is not null";
          case MARIADB -> "lower(extra) like '%on update%'";
        };
    List<String> kept = new ArrayList<>();
    for (String name : queries.texts(KEPT + OF_TABLE + condition, place.space(), place.table())) {
      kept.add(quoted(name));
    }
    return kept;
  }

  private String quoted(Place place) throws SQLException {
    String space = place.space();
    String prefix = space == null || space.equals(currentSpace) ? "" : quoted(space) + ".";
    return prefix + quoted(place.table());
  }

  private String quoted(String name) throws SQLException {
    String quote = metadata.getIdentifierQuoteString();
    return quote + name.replace(quote, quote + quote) + quote;
  }
}
