package io.snowbraid.cli;

import io.snowbraid.cli.MigratedTable.Column;
import io.snowbraid.cli.MigratedTable.Product;
import io.snowbraid.cli.TableCatalog.Found;
import io.snowbraid.cli.TableCatalog.Place;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what JDBC does not say of a column that is changed. */
final class ColumnDetails {

  private static final String OF_TABLE = " where table_schema = ? and table_name = ? and ";
  private static final String KEPT = "select column_name from information_schema.columns";
  private static final String TRIGGERS =
      "select distinct trigger_name from information_schema.triggers"
          + " where event_object_schema = ? and event_object_table = ?";

  private final TableCatalog catalog;

  ColumnDetails(TableCatalog catalog) {
    this.catalog = catalog;
  }

  Column of(Found found) throws SQLException {
    boolean isWide =
        found.type() == Types.BIGINT
            && !found.typeName().toLowerCase(Locale.ROOT).contains("unsigned");
    boolean isModified = catalog.product == Product.MARIADB && (found.isGenerated() || !isWide);
    return new Column(
        catalog.quoted(found.name()),
        isWide,
        found.isGenerated(),
        isModified ? widened(found) : "",
        kept(found.place()));
  }

  /** Returns the columns that an update would set to the current time unless it sets them. */
  private List<String> kept(Place place) throws SQLException {
    String condition =
        switch (catalog.product) {
          case POSTGRESQL -> "1 = 0";
          case H2 -> "column_on_update is not null";
          case MARIADB -> "lower(extra) like '%on update%'";
        };
    List<String> quoted = new ArrayList<>();
    for (String name :
        catalog.texts(KEPT + OF_TABLE + condition, 1, place.space(), place.table())) {
      quoted.add(catalog.quoted(name));
    }
    return quoted;
  }

  /** Returns the names of a table's triggers on updates; H2 does not say which those are. */
  List<String> triggers(Place place) throws SQLException {
    String updates = catalog.product == Product.H2 ? "" : " and event_manipulation = 'UPDATE'";
    return catalog.texts(TRIGGERS + updates, 1, place.space(), place.table());
  }

  /** Returns the column's definition with another type and the rest of it as it is. */
  private String widened(Found found) throws SQLException {
    Pattern line =
        Pattern.compile(
            "^\\s*"
                + Pattern.quote(catalog.quoted(found.name()))
                + " (?:small|medium|big)?int(?:\\(\\d+\\))?(?: unsigned)?(?: zerofill)?"
                + "((?! GENERATED| AS \\().*?),?$",
            Pattern.MULTILINE);
    String table = catalog.texts("show create table " + catalog.quoted(found.place()), 2).get(0);
    Matcher definition = line.matcher(table);
    if (!definition.find()) {
      throw new IllegalArgumentException(
          "column that is replaced must be a plain whole number: table="
              + found.place().table()
              + ", column="
              + found.name()
              + ", type="
              + found.typeName()
              + "; migrate it by hand");
    }
    String rest = definition.group(1);
    return "bigint" + (found.isGenerated() ? rest.replaceFirst(" AUTO_INCREMENT", "") : rest);
  }
}
