package io.snowbraid.hibernate.internal;

import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.jdbc.internal.SettingException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** Reads an application's Snowbraid settings. */
public final class HibernateSettings {

  /** An object that generates the ids. */
  public static final String GENERATOR = "snowbraid.generator";

  /** Creates the exception for a setting whose object is of the wrong type. */
  static MappingException wrongType(String name, Class<?> type, Object value) {
    return new MappingException(
        "%s must be an object of type %s, but is %s (%s)"
            .formatted(name, type.getSimpleName(), value, value.getClass().getName()));
  }

  /** Whether the database has the SQL functions. */
  public static final String SQL_FUNCTIONS = "snowbraid.sql-functions";

  /** Whether the application may assign ids. */
  public static final String ASSIGNED_IDS = "snowbraid.assigned-ids";

  /** The data source to lease workers from. */
  public static final String DATA_SOURCE = "snowbraid.data-source";

  /** An object that generates tag numbers. */
  public static final String SEGMENTS = "snowbraid.segments";

  /** The name of the segment table. */
  public static final String SEGMENT_TABLE = "snowbraid.segment-table";

  private static final String PREFIX = "snowbraid.";

  /** The settings that each id space can have. */
  private static final Set<String> OF_SPACES =
      Stream.concat(Stream.of(GENERATOR), names(setting -> setting != Setting.CREATE_TABLE))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> OF_ALL =
      Stream.concat(
              Stream.of(SQL_FUNCTIONS, ASSIGNED_IDS, DATA_SOURCE, SEGMENTS, SEGMENT_TABLE),
              names(Setting.CREATE_TABLE::equals))
          .collect(Collectors.toUnmodifiableSet());

  /** Settings that, without the name of a space, also apply to spaces that do not set their own. */
  private static final Set<Setting> SHARED =
      EnumSet.of(Setting.CREATE_TABLE, Setting.DIRECTORY, Setting.WORKERS);

  /** Settings that the SQL functions and segments use even if the worker has another origin. */
  private static final Set<Setting> OF_TABLES =
      EnumSet.of(Setting.CREATE_TABLE, Setting.LAYOUT, Setting.TABLE, Setting.NAMESPACE);

  enum SqlFunctions {
    INSTALL,
    PRESENT,
    NONE
  }

  private final Map<String, Object> all;
  private final Map<String, Object> built;

  /**
   * Creates a view of the settings of Hibernate and MicroProfile Config.
   *
   * @param all Hibernate's settings
   * @param built Hibernate's settings when the mappings were built, before the application started
   */
  HibernateSettings(Map<String, Object> all, Map<String, Object> built) {
    this.all = all;
    this.built = built;
  }

  private static Stream<String> names(Predicate<Setting> condition) {
    return Arrays.stream(Setting.values()).filter(condition).map(HibernateSettings::name);
  }

  static String name(Setting setting) {
    return PREFIX + setting.key();
  }

  /** Rejects unknown settings. */
  void check() {
    Stream.concat(all.keySet().stream(), MicroProfileConfig.names())
        .filter(name -> name.startsWith(PREFIX) && !isKnown(name))
        .forEach(this::rejectUnknown);
  }

  private void rejectUnknown(String name) {
    Object value = value(name);
    if (value != null && !mayConcernSuppliedGenerator(name, value)) {
      SettingException unknown = SettingException.unknown(name, known(name));
      throw new MappingException(unknown.getMessage(), unknown);
    }
  }

  /**
   * Rejects settings of id spaces that no entity uses.
   *
   * @param spaces the names of the mapped spaces, besides the default space
   */
  void requireMapped(Set<String> spaces) {
    for (String name : all.keySet()) {
      String space = space(name);
      if (!space.isEmpty() && !spaces.contains(space)) {
        throw new MappingException(
            name
                + " must name one of the mapped id spaces "
                + spaces
                + ", but names "
                + space
                + "; correct the name, or map an entity with the generator snowflake:"
                + space);
      }
    }
  }

  private static boolean isKnown(String name) {
    return OF_ALL.contains(name) || OF_SPACES.contains(name) || OF_SPACES.contains(ofSpace(name));
  }

  /** Returns the id space that a setting names; empty if it names none. */
  private static String space(String name) {
    boolean isOfSpace =
        name.startsWith(PREFIX) && !OF_SPACES.contains(name) && OF_SPACES.contains(ofSpace(name));
    return isOfSpace ? name.substring(PREFIX.length(), name.lastIndexOf('.')) : "";
  }

  /** Removes the name of the id space from a setting. */
  private static String ofSpace(String name) {
    return PREFIX + name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Returns whether a setting applies to the whole process and may be meant for the code that built
   * the supplied generator.
   */
  private boolean mayConcernSuppliedGenerator(String name, Object value) {
    return all.containsKey(GENERATOR)
        && (value.equals(System.getProperty(name)) || value.equals(MicroProfileConfig.value(name)));
  }

  private static Set<String> known(String name) {
    Set<String> known = new TreeSet<>(OF_ALL);
    known.addAll(OF_SPACES);
    String space = name.substring(0, Math.max(PREFIX.length() - 1, name.lastIndexOf('.')));
    if (!isKnown(space)) {
      OF_SPACES.forEach(each -> known.add(space + each.substring(PREFIX.length() - 1)));
    }
    return known;
  }

  /** Returns the setting of one space: {@code snowbraid.x}, or {@code snowbraid.space.x}. */
  @Nullable Object get(String space, String name) {
    return value(name(space, name));
  }

  /** Returns whether the mappings were built before the application started, as Quarkus does. */
  private boolean isBuiltBefore() {
    return !all.equals(built);
  }

  /**
   * Returns a setting. If the mappings were built before startup, MicroProfile Config overrides
   * Hibernate's settings from that time, because it has the settings at startup.
   */
  private @Nullable Object value(String name) {
    Object ofHibernate = all.get(name);
    String ofConfig = MicroProfileConfig.value(name);
    if (ofConfig == null) {
      return ofHibernate;
    }
    String given = String.valueOf(ofHibernate);
    boolean isOfTheBuild = isBuiltBefore() && String.valueOf(built.get(name)).equals(given);
    if (ofHibernate != null && !isOfTheBuild && !ofConfig.equals(given)) {
      throw new MappingException(
          "%s is set twice: to %s in Hibernate's settings, and to %s in MicroProfile Config; remove one of them"
              .formatted(name, given, ofConfig));
    }
    return ofConfig;
  }

  static String name(String space, String name) {
    return space.isEmpty() ? name : PREFIX + space + "." + name.substring(PREFIX.length());
  }

  String text(String space, String name, String otherwise) {
    Object value = get(space, name);
    return value == null ? otherwise : value.toString();
  }

  /**
   * Reads the generator settings of one space.
   *
   * @throws SettingException if a value is malformed
   */
  GeneratorSettings generator(String space) {
    return GeneratorSettings.read(
        setting -> value(settingName(space, setting)), setting -> settingName(space, setting));
  }

  /** Returns the name under which a space's setting is read. */
  private String settingName(String space, Setting setting) {
    String own = name(space, name(setting));
    boolean isNumbered = value(name(space, name(Setting.WORKER_ID))) != null;
    return value(own) == null && SHARED.contains(setting) && !isNumbered ? name(setting) : own;
  }

  /** Returns the space's subdirectory in its directory, which may be the default space's. */
  String folder(String space) {
    boolean isOwn = space.isEmpty() || get(space, name(Setting.DIRECTORY)) != null;
    return isOwn ? "" : "spaces/" + space;
  }

  /**
   * Rejects settings of a generator that the application supplies. Settings of the whole process
   * are accepted, because they may be meant for the code that built the generator.
   *
   * @throws SettingException if a setting would be ignored
   */
  void requireNoneBesideGenerator(String space) {
    for (Setting setting : Setting.values()) {
      String name = name(space, name(setting));
      Object value = value(name);
      boolean mayConcernApplication =
          OF_TABLES.contains(setting) || (space.isEmpty() && SHARED.contains(setting));
      if (value != null && !mayConcernApplication && !mayConcernSuppliedGenerator(name, value)) {
        throw SettingException.ignored(name, value, name(space, GENERATOR));
      }
    }
  }

  /** Returns how to treat the SQL functions; {@code none} if not set. */
  SqlFunctions sqlFunctions() {
    String chosen =
        oneOf(
            SQL_FUNCTIONS,
            "none",
            Stream.of(SqlFunctions.values()).map(HibernateSettings::lower).toList());
    return SqlFunctions.valueOf(chosen.toUpperCase(Locale.ROOT));
  }

  /** Returns whether the application may assign ids. */
  boolean mayAssignIds() {
    return oneOf(ASSIGNED_IDS, "false", List.of("true", "false")).equals("true");
  }

  private String oneOf(String name, String otherwise, List<String> values) {
    String text = lower(text("", name, otherwise));
    if (!values.contains(text)) {
      String last = values.get(values.size() - 1);
      throw new MappingException(
          "%s must be %s or %s, but is %s"
              .formatted(
                  name, String.join(", ", values.subList(0, values.size() - 1)), last, text));
    }
    return text;
  }

  private static String lower(Object action) {
    return action.toString().strip().toLowerCase(Locale.ROOT);
  }
}
