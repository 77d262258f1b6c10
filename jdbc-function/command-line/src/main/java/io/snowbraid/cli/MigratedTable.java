package io.snowbraid.cli;

import java.sql.SQLException;
import java.util.List;

/**
 * A table whose keys are replaced. Names are quoted as its database requires.
 *
 * @param product the kind of the database
 * @param name the table
 * @param key its primary key
 * @param time when a row was created
 * @param timeType the type of that column
 * @param mapping the table of old keys and new ids
 * @param references what refers to the key
 * @param triggers the triggers on updates of all these tables, each with its table
 * @param below only lower keys are replaced; all if it is the highest number
 */
record MigratedTable(
    Product product,
    String name,
    Column key,
    String time,
    TimeType timeType,
    String mapping,
    List<Reference> references,
    List<String> triggers,
    long below) {

  /** The databases whose SQL is known and tested. */
  enum Product {
    POSTGRESQL,
    H2,
    MARIADB
  }

  /** What a column holds for a time. */
  enum TimeType {
    WITH_ZONE,
    WITHOUT_ZONE,
    DATE,
    MILLIS,
    /** TIMESTAMP of MariaDB and MySQL: an instant, shown in the zone of the session. */
    UNIX_TIME
  }

  /**
   * A column of keys.
   *
   * @param changes what is altered so that it can hold a new id, and the database does not fill it
   * @param kept columns of its table that would become the current time with each update
   */
  record Column(String name, List<String> changes, List<String> kept) {}

  /**
   * A foreign key.
   *
   * @param table what refers, which may be the table itself
   * @param rules what happens when a row is deleted or its key updated, and when that is checked,
   *     as in SQL
   */
  record Reference(String name, String table, Column column, String rules) {}

  /** Returns the beginning of a condition on keys that are to be replaced. */
  String where(String column) {
    return " where " + (below == Long.MAX_VALUE ? "" : column + " < " + below + " and ");
  }

  /**
   * Checks that all rows have a time, and that there is a table for the new ids.
   *
   * @throws IllegalArgumentException if not
   */
  void requireReady(Database database) throws SQLException {
    String count = "select count(*) from ";
    String timeless = name + where(key.name()) + time + " is null";
    String without = database.texts(count + timeless).get(0);
    if (!without.equals("0")) {
      throw new IllegalArgumentException(
          "every row must have a time, but "
              + time
              + " is null in "
              + without
              + " rows of "
              + name
              + "; set the column there, or name another column");
    }
    try {
      database.texts(count + mapping + " where old_id is null");
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "table "
              + mapping
              + " of old keys and new ids does not exist; run the first statement of migration"
              + " plan: "
              + new MigrationSql(this).createMapping(),
          e);
    }
  }
}
