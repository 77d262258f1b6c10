package io.snowbraid.jdbc.internal;

import io.snowbraid.RollbackPolicy;
import io.snowbraid.SequenceOrder;
import io.snowbraid.Snowflake;
import io.snowbraid.internal.Durations;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerShare;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Defines the settings of a generator: their names, types, defaults, conflicts and messages.
 * Integrations only supply the values and the spelling of the names.
 */
public final class GeneratorSettings {

  /** Where the worker comes from. */
  public enum Origin {
    /** A fixed number; the application guarantees that it is exclusive. */
    NUMBER,
    /** A directory on a local disk. */
    DIRECTORY,
    /** A database table. */
    TABLE,
    /** ZooKeeper nodes. */
    ZOOKEEPER,
    /** A source or servers that the application supplies. */
    SUPPLIED;

    private static final Set<Origin> ANY = EnumSet.allOf(Origin.class);
    private static final Set<Origin> LEASED = EnumSet.complementOf(EnumSet.of(NUMBER));
  }

  /** A setting: the worker origins for which it has an effect, its type, and its effect. */
  @SuppressWarnings("ImmutableEnumChecker") // method references and unmodified sets
  public enum Setting {
    /** The worker number. */
    WORKER_ID(EnumSet.of(Origin.NUMBER), Given::number),
    /** The directory from which workers are leased. */
    DIRECTORY(EnumSet.of(Origin.DIRECTORY), Given::directory),
    /** The table from which workers are leased. */
    TABLE(EnumSet.of(Origin.TABLE), Given::text),
    /** Whether missing tables are created, including those for other purposes. */
    CREATE_TABLE(Origin.ANY, Given::isTrue),
    /** The namespace in the table or ZooKeeper. */
    NAMESPACE(EnumSet.of(Origin.TABLE, Origin.ZOOKEEPER), Given::text),
    /** The workers that may be leased. */
    WORKERS(EnumSet.of(Origin.TABLE, Origin.DIRECTORY, Origin.ZOOKEEPER), Given::share),
    /** The layout. */
    LAYOUT(Origin.ANY, Given::layout, Snowflake.Builder::layout),
    /** The owner of the worker, for operators. */
    OWNER(Origin.LEASED, Given::text, Snowflake.Builder::owner),
    /** How far a grant reaches beyond the latest id. */
    HORIZON(Origin.LEASED, Given::duration, Snowflake.Builder::horizon),
    /** How far ids may lead the clock; a smaller step back counts as a stopped clock. */
    MAX_LEAD(Origin.ANY, Given::duration, Snowflake.Builder::maxLead),
    /** How long a call may wait. */
    MAX_WAIT(Origin.ANY, Given::duration, Snowflake.Builder::maxWait),
    /** The largest accepted difference from the store clock at startup. */
    MAX_CLOCK_OFFSET(Origin.LEASED, Given::duration, Snowflake.Builder::maxClockOffset),
    /** What happens if the clock steps back. */
    ROLLBACK_POLICY(
        Origin.ANY,
        given -> given.constant(RollbackPolicy.class),
        Snowflake.Builder::rollbackPolicy),
    /** The order of sequence numbers. */
    SEQUENCE_ORDER(
        Origin.ANY, given -> given.constant(SequenceOrder.class), Snowflake.Builder::sequenceOrder);

    private final Set<Origin> origins;
    private final Function<Given, Object> type;
    private final BiConsumer<Snowflake.Builder, Object> effect;

    Setting(Set<Origin> origins, Function<Given, Object> type) {
      this(origins, type, (builder, value) -> {}); // determines the worker's origin
    }

    @SuppressWarnings("unchecked") // the effect only receives values of the setting's type
    <T> Setting(
        Set<Origin> origins, Function<Given, T> type, BiConsumer<Snowflake.Builder, T> effect) {
      this.origins = origins;
      this.type = (Function<Given, Object>) type;
      this.effect = (BiConsumer<Snowflake.Builder, Object>) effect;
    }

    /**
     * Returns the name used in configuration files.
     *
     * @return the name without a prefix, such as {@code max-wait}
     */
    public String key() {
      return lower(this);
    }

    /**
     * Returns whether the setting has an effect.
     *
     * @param origin the worker's origin
     * @return whether the setting is used with that origin
     */
    public boolean isUsedWith(Origin origin) {
      return origins.contains(origin);
    }
  }

  /** A setting's value in a source, and the name to report. */
  private record Given(String name, Object raw) {

    String text() {
      return raw.toString().strip();
    }

    int number() {
      if (!text().matches("\\d{1,9}")) {
        throw SettingException.malformed(name, raw, "a whole number of at least 0");
      }
      return Integer.parseInt(text());
    }

    boolean isTrue() {
      String text = text().toLowerCase(Locale.ROOT);
      if (!text.equals("true") && !text.equals("false")) {
        throw SettingException.malformed(name, raw, "true or false");
      }
      return text.equals("true");
    }

    Path directory() {
      Path directory = Path.of(text());
      WorkerSource.file(directory); // rejects an empty name
      return directory;
    }

    /** Returns the text, because a parsed share cannot be passed on. */
    String share() {
      WorkerShare.parse(text());
      return text();
    }

    Layout layout() {
      return Layout.parse(text());
    }

    <E extends Enum<E>> E constant(Class<E> type) {
      E[] all = type.getEnumConstants();
      String wanted = text().toLowerCase(Locale.ROOT).replace('_', '-');
      return Arrays.stream(all)
          .filter(each -> lower(each).equals(wanted))
          .findFirst()
          .orElseThrow(
              () ->
                  SettingException.malformed(
                      name,
                      raw,
                      String.join(
                          " or ", Arrays.stream(all).map(GeneratorSettings::lower).toList())));
    }

    Duration duration() {
      if (raw instanceof Duration duration) {
        return duration;
      }
      try {
        return Durations.parse(text());
      } catch (DateTimeParseException e) {
        throw SettingException.malformed(name, raw, "a duration such as 500ms, 90s, 5m or PT1M30S");
      }
    }
  }

  private final Map<Setting, Given> given;
  private final Map<Setting, Object> values;
  private final int hash; // ShardingSphere needs it for each key
  private final Origin origin;
  private final String originName;

  private GeneratorSettings(
      Map<Setting, Given> given, Map<Setting, Object> values, Origin origin, String originName) {
    this.given = given;
    this.values = values;
    this.hash = values.hashCode();
    this.origin = origin;
    this.originName = originName;
  }

  /**
   * Reads settings and rejects malformed values.
   *
   * @param source returns the value of a setting; null if it is not set
   * @param spelling returns a setting's name in the source, such as {@code snowbraid.max-wait}
   * @return the settings; by default, the worker comes from a table
   * @throws SettingException if a value is not of the setting's type
   */
  public static GeneratorSettings read(
      Function<Setting, @Nullable Object> source, Function<Setting, String> spelling) {
    Map<Setting, Given> given = new EnumMap<>(Setting.class);
    Map<Setting, Object> values = new EnumMap<>(Setting.class);
    values.put(Setting.LAYOUT, Layout.DEFAULT);
    for (Setting setting : Setting.values()) {
      Object raw = source.apply(setting);
      if (raw != null) {
        Given value = new Given(spelling.apply(setting), raw);
        given.put(setting, value);
        values.put(setting, guarded(value, () -> setting.type.apply(value)));
      }
    }
    boolean isNumber = values.containsKey(Setting.WORKER_ID);
    Setting decisive = isNumber ? Setting.WORKER_ID : Setting.DIRECTORY;
    Origin origin =
        isNumber
            ? Origin.NUMBER
            : values.containsKey(Setting.DIRECTORY) ? Origin.DIRECTORY : Origin.TABLE;
    return new GeneratorSettings(given, values, origin, spelling.apply(decisive));
  }

  /**
   * Returns the same settings with another origin of the worker.
   *
   * @param other the origin
   * @param name what determines the origin, for messages
   * @return the new settings
   */
  public GeneratorSettings from(Origin other, String name) {
    return new GeneratorSettings(given, values, other, name);
  }

  /**
   * Rejects settings without effect and values out of range. Accesses no store.
   *
   * @return these settings
   * @throws SettingException if a setting is wrong
   */
  public GeneratorSettings check() {
    given.forEach(
        (setting, value) -> {
          if (!setting.isUsedWith(origin)) {
            throw SettingException.ignored(value.name(), value.raw(), originName);
          }
        });
    Given number = given.get(Setting.WORKER_ID);
    if (number != null && number() >= layout().workers()) {
      throw SettingException.malformed(
          number.name(), number.raw(), "a whole number between 0 and " + (layout().workers() - 1));
    }
    builder();
    return this;
  }

  /**
   * Returns the worker's origin.
   *
   * @return the origin
   */
  public Origin origin() {
    return origin;
  }

  /**
   * Returns whether a setting is set.
   *
   * @param setting the setting
   * @return whether it is set
   */
  public boolean isSet(Setting setting) {
    return given.containsKey(setting);
  }

  /**
   * Creates a builder that lacks only the worker.
   *
   * @return a builder with all settings
   * @throws SettingException if a setting is out of range
   */
  public Snowflake.Builder builder() {
    Snowflake.Builder builder = Snowflake.builder();
    given.forEach(
        (setting, value) ->
            guarded(
                value,
                () -> {
                  setting.effect.accept(builder, values.get(setting));
                  return builder;
                }));
    return builder;
  }

  /**
   * Returns the layout.
   *
   * @return the configured layout, or the default
   */
  public Layout layout() {
    return value(Setting.LAYOUT, Layout.class);
  }

  /**
   * Returns the worker number.
   *
   * @return the configured number
   */
  public int number() {
    return value(Setting.WORKER_ID, Integer.class);
  }

  /**
   * Returns a worker source in the directory.
   *
   * @param subfolder a folder in the directory; empty for the directory itself
   * @return a source
   */
  public WorkerSource directory(String subfolder) {
    Path folder = value(Setting.DIRECTORY, Path.class).resolve(subfolder);
    return with(
        Setting.WORKERS,
        WorkerSource.file(folder),
        (all, share) -> WorkerSource.file(folder, share));
  }

  /**
   * Returns a segment source in the directory.
   *
   * @return a source
   */
  public SegmentSource segments() {
    return SegmentSource.file(value(Setting.DIRECTORY, Path.class).resolve("segments"));
  }

  /**
   * Returns a worker source in a database, without setting its table.
   *
   * @param database the database
   * @param namespace the default namespace
   * @return a source
   * @throws SettingException if the namespace is malformed
   */
  public JdbcWorkerSource workers(DataSource database, String namespace) {
    JdbcWorkerSource source =
        JdbcWorkerSource.of(database).withNamespace(namespace).withTableCreation(createsTable());
    source = with(Setting.NAMESPACE, source, JdbcWorkerSource::withNamespace);
    return with(Setting.WORKERS, source, JdbcWorkerSource::withWorkers);
  }

  /**
   * Applies a text setting to a source.
   *
   * @param <T> the type of the source
   * @param setting the setting
   * @param source the source, which is returned if the setting is not set
   * @param change makes a changed copy
   * @return the source or its copy
   * @throws SettingException if the source rejects the value
   */
  public <T> T with(Setting setting, T source, BiFunction<T, String, T> change) {
    Given value = given.get(setting);
    return value == null ? source : guarded(value, () -> change.apply(source, value.text()));
  }

  /**
   * Returns whether missing tables are created.
   *
   * @return the configured value; true by default
   */
  public boolean createsTable() {
    return (Boolean) values.getOrDefault(Setting.CREATE_TABLE, true);
  }

  /**
   * Returns the text of a setting.
   *
   * @param setting the setting
   * @return its text; empty if it is not set
   */
  public Optional<String> text(Setting setting) {
    return Optional.ofNullable(given.get(setting)).map(Given::text);
  }

  private <T> T value(Setting setting, Class<T> type) {
    return type.cast(Objects.requireNonNull(values.get(setting), setting.key()));
  }

  private static <T> T guarded(Given value, Supplier<T> use) {
    try {
      return use.get();
    } catch (SettingException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw SettingException.rejected(value.name(), value.raw(), e);
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether the other settings describe the same generator, however they are spelled. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof GeneratorSettings settings
            && values.equals(settings.values)
            && origin == settings.origin);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
