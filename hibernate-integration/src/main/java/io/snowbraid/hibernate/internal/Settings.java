package io.snowbraid.hibernate.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** The settings of an application. */
public final class Settings {

  /** Holds a ready generator. */
  public static final String GENERATOR = "snowbraid.generator";

  /** Holds the name of the table of workers. */
  public static final String TABLE = "snowbraid.table";

  /** Holds the namespace of an id space in the table of workers. */
  public static final String NAMESPACE = "snowbraid.namespace";

  /** Says whether the database has the SQL functions. */
  public static final String SQL_FUNCTIONS = "snowbraid.sql-functions";

  private static final String PREFIX = "snowbraid.";

  /** Where users tell Hibernate what to do with their tables. */
  private static final List<String> SCHEMA_ACTIONS =
      List.of(
          "hibernate.hbm2ddl.auto",
          "jakarta.persistence.schema-generation.database.action",
          "javax.persistence.schema-generation.database.action");

  private static final List<String> NOT_CREATING = List.of("", "none", "validate", "drop", "false");

  enum SqlFunctions {
    INSTALL,
    PRESENT,
    NONE
  }

  private final Map<String, Object> all;

  Settings(Map<String, Object> all) {
    this.all = all;
  }

  /** The setting of one space: {@code snowbraid.x}, or {@code snowbraid.space.x}. */
  @Nullable Object get(String space, String name) {
    String prefix = space.isEmpty() ? PREFIX : PREFIX + space + ".";
    return all.get(prefix + name.substring(PREFIX.length()));
  }

  String text(String space, String name, String otherwise) {
    Object value = get(space, name);
    return value == null ? otherwise : value.toString();
  }

  /** What is to be done about the SQL functions: nothing unless set. */
  SqlFunctions sqlFunctions() {
    String text = lower(text("", SQL_FUNCTIONS, "none"));
    return Arrays.stream(SqlFunctions.values())
        .filter(value -> lower(value).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new MappingException(
                    "%s must be install, present or none: %s=%s"
                        .formatted(SQL_FUNCTIONS, SQL_FUNCTIONS, text)));
  }

  /** Whether Hibernate creates the tables of entities. */
  boolean createsTables() {
    return SCHEMA_ACTIONS.stream()
        .map(all::get)
        .anyMatch(action -> action != null && !NOT_CREATING.contains(lower(action)));
  }

  private static String lower(Object action) {
    return action.toString().strip().toLowerCase(Locale.ROOT);
  }
}
