package io.snowbraid.hibernate.internal;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The id spaces whose ids are tag numbers. They all draw from one table. */
public final class SegmentSpaces {

  /** The prefix of such a space's name. */
  public static final String PREFIX = "segment:";

  private final List<IdSpace> opened = new ArrayList<>();
  private @Nullable SegmentGenerators own;

  /**
   * Returns whether a space's ids are tag numbers.
   *
   * @param space the space's name
   * @return whether they are
   */
  public static boolean isSegmentSpace(String space) {
    return space.startsWith(PREFIX);
  }

  static String tag(String space) {
    return space.substring(PREFIX.length());
  }

  static boolean needConnection(EntityDatabase database) {
    return database.settings().get("", HibernateSettings.SEGMENTS) == null
        && !isInDirectory(database.settings());
  }

  private static boolean isInDirectory(HibernateSettings settings) {
    return settings.generator("").isSet(Setting.DIRECTORY)
        && settings.get("", HibernateSettings.SEGMENT_TABLE) == null;
  }

  /** Returns the generators that the application supplies; null if there are none. */
  private static @Nullable SegmentGenerators supplied(HibernateSettings settings) {
    Object given = settings.get("", HibernateSettings.SEGMENTS);
    Object value = given instanceof Supplier<?> later ? later.get() : given;
    if (value == null || value instanceof SegmentGenerators) {
      return (SegmentGenerators) value;
    }
    throw HibernateSettings.wrongType(HibernateSettings.SEGMENTS, SegmentGenerators.class, value);
  }

  /** Draws a space's first numbers and enables it to generate ids. */
  void open(IdSpace space, EntityDatabase database) {
    SegmentGenerators numbers = supplied(database.settings());
    if (numbers == null) {
      numbers = own(database);
    }
    String tag = tag(space.name());
    numbers.prepare(tag);
    space.setGenerator(numbers.generator(tag));
    opened.add(space);
  }

  private SegmentGenerators own(EntityDatabase database) {
    SegmentGenerators present = own;
    if (present == null) {
      present = SegmentGenerators.builder().source(source(database)).build();
      own = present;
    }
    return present;
  }

  private static SegmentSource source(EntityDatabase database) {
    HibernateSettings settings = database.settings();
    GeneratorSettings common = settings.generator("");
    if (isInDirectory(settings)) {
      return common.segments();
    }
    String table =
        settings.text("", HibernateSettings.SEGMENT_TABLE, JdbcSegmentSource.DEFAULT_TABLE);
    return JdbcSegmentSource.of(database.dataSource())
        .withTable(QuotedNames.table(table, database.factory()).qualified())
        .withTableCreation(common.createsTable());
  }

  /** Closes all spaces and returns unused numbers drawn from the application's database. */
  void close() {
    opened.forEach(space -> space.setGenerator(null));
    opened.clear();
    SegmentGenerators present = own;
    own = null;
    if (present != null) {
      present.close();
    }
  }
}
