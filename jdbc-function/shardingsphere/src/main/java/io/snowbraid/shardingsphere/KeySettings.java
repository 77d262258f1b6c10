package io.snowbraid.shardingsphere;

import static io.snowbraid.shardingsphere.KeyProperty.CREATE_TABLE;
import static io.snowbraid.shardingsphere.KeyProperty.DIRECTORY;
import static io.snowbraid.shardingsphere.KeyProperty.HORIZON;
import static io.snowbraid.shardingsphere.KeyProperty.LAYOUT;
import static io.snowbraid.shardingsphere.KeyProperty.MAX_WAIT;
import static io.snowbraid.shardingsphere.KeyProperty.NAMESPACE;
import static io.snowbraid.shardingsphere.KeyProperty.PASSWORD;
import static io.snowbraid.shardingsphere.KeyProperty.STORAGE_UNIT;
import static io.snowbraid.shardingsphere.KeyProperty.TABLE;
import static io.snowbraid.shardingsphere.KeyProperty.URL;
import static io.snowbraid.shardingsphere.KeyProperty.USER;
import static io.snowbraid.shardingsphere.KeyProperty.WORKERS;
import static io.snowbraid.shardingsphere.KeyProperty.WORKER_ID;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.jdbc.internal.DurationSetting;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one algorithm, checked when they are read. Equal settings describe the same
 * generator.
 */
record KeySettings(Map<KeyProperty, String> values) {

  /** The properties that say where the worker comes from; at most one of them may be set. */
  private static final List<KeyProperty> ORIGINS = List.of(WORKER_ID, DIRECTORY, URL, STORAGE_UNIT);

  private static final Set<KeyProperty> OF_TABLES =
      EnumSet.of(TABLE, CREATE_TABLE, NAMESPACE, WORKERS, LAYOUT, HORIZON, MAX_WAIT);

  /**
   * Stands in for the database, so that the settings of the table can be checked before it is
   * known.
   */
  private static final DataSource NO_DATABASE = new DriverDataSource("", null, null);

  /**
   * Reads properties.
   *
   * @throws IllegalArgumentException if one is unknown, malformed, out of range or would be ignored
   */
  static KeySettings read(Properties properties) {
    Map<KeyProperty, String> values = new EnumMap<>(KeyProperty.class);
    properties.forEach((key, value) -> values.put(property(key), value.toString().strip()));
    KeySettings settings = new KeySettings(values);
    settings.check();
    return settings;
  }

  private static KeyProperty property(Object key) {
    return KeyProperty.of(key.toString())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "property must be one of "
                        + List.of(KeyProperty.values())
                        + ": property="
                        + key
                        + "; did you mean "
                        + KeyProperty.nearest(key.toString())
                        + "?"));
  }

  private void check() {
    List<KeyProperty> origins = ORIGINS.stream().filter(values::containsKey).toList();
    if (origins.size() > 1) {
      throw new IllegalArgumentException(
          "a worker must have only one source: properties=" + origins + "; keep one of them");
    }
    requireRead(origins.isEmpty() ? null : origins.get(0));
    checkWorkerId();
    checkUrl();
    checkValues();
  }

  /** Rejects properties that would be ignored. */
  private void requireRead(@Nullable KeyProperty origin) {
    Set<KeyProperty> read = read(origin);
    for (KeyProperty property : values.keySet()) {
      if (property != origin && !read.contains(property)) {
        throw new IllegalArgumentException(
            "%s has no effect %s; remove it"
                .formatted(
                    property, origin == null ? "without " + URL : "together with " + origin));
      }
    }
  }

  private static Set<KeyProperty> read(@Nullable KeyProperty origin) {
    Set<KeyProperty> read = EnumSet.copyOf(OF_TABLES);
    if (origin == WORKER_ID) {
      read.retainAll(Set.of(LAYOUT));
    } else if (origin == DIRECTORY) {
      read.retainAll(Set.of(LAYOUT, WORKERS, HORIZON, MAX_WAIT));
    } else if (origin == URL) {
      read.addAll(Set.of(USER, PASSWORD));
    }
    return read;
  }

  private void checkWorkerId() {
    String text = values.get(WORKER_ID);
    int workers = layout().workers();
    if (text != null && (!text.matches("\\d{1,9}") || Integer.parseInt(text) >= workers)) {
      throw new IllegalArgumentException(
          "%1$s must be a whole number from 0 to %2$s: %1$s=%3$s"
              .formatted(WORKER_ID, workers - 1, text));
    }
  }

  private void checkUrl() {
    String url = values.getOrDefault(URL, "jdbc:");
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "%1$s must begin with jdbc: %1$s=%2$s"
              .formatted(URL, DatabaseAddress.withoutSecrets(url)));
    }
  }

  /** Checks the values by building what they configure; accesses no database. */
  private void checkValues() {
    builder();
    source(NO_DATABASE);
  }

  private Optional<String> value(KeyProperty property) {
    return Optional.ofNullable(values.get(property));
  }

  private Layout layout() {
    return value(LAYOUT).map(Layout::parse).orElse(Layout.DEFAULT);
  }

  /** Returns the name of the storage unit to lease from, if one is set. */
  Optional<String> storageUnit() {
    return value(STORAGE_UNIT);
  }

  /** Returns the worker table as it was configured. */
  String table() {
    return value(TABLE).orElse(JdbcWorkerSource.DEFAULT_TABLE);
  }

  /** Tells whether a storage unit must be chosen. */
  boolean needsStorageUnit() {
    return !values.containsKey(WORKER_ID)
        && !values.containsKey(DIRECTORY)
        && !values.containsKey(URL)
        && !(isEmptyButLayout() && System.getProperty(ConfiguredGenerators.WORKER_ID) != null);
  }

  /** Tells whether everything but the layout is left to the settings of the process. */
  private boolean isEmptyButLayout() {
    return values.keySet().stream().allMatch(property -> property == LAYOUT);
  }

  /** Returns the generator with a fixed worker, which the whole process shares. */
  Optional<Snowflake> fixed() {
    boolean isFixed = values.containsKey(WORKER_ID);
    return isFixed || (isEmptyButLayout() && !needsStorageUnit())
        ? ConfiguredGenerators.of(this::processSetting)
        : Optional.empty();
  }

  private @Nullable Object processSetting(String name) {
    String property = name.substring(name.indexOf('.') + 1);
    String own = KeyProperty.of(property).map(values::get).orElse(null);
    return own == null ? System.getProperty(name) : own;
  }

  /**
   * Creates the source of workers to lease from.
   *
   * @param unit the storage unit; null if none is needed
   */
  WorkerSource source(@Nullable DataSource unit) {
    if (values.containsKey(DIRECTORY)) {
      return directory();
    }
    return workers(unit == null ? database() : unit);
  }

  private WorkerSource directory() {
    Path directory = Path.of(values.getOrDefault(DIRECTORY, ""));
    return value(WORKERS)
        .map(share -> WorkerSource.file(directory, share))
        .orElseGet(() -> WorkerSource.file(directory));
  }

  private DataSource database() {
    return new DriverDataSource(
        values.getOrDefault(URL, ""), values.get(USER), values.get(PASSWORD));
  }

  private JdbcWorkerSource workers(DataSource database) {
    JdbcWorkerSource workers =
        JdbcWorkerSource.of(database)
            .withTable(table())
            .withNamespace(value(NAMESPACE).orElse(JdbcWorkerSource.DEFAULT_NAMESPACE))
            .withTableCreation(createsTable());
    return value(WORKERS).map(workers::withWorkers).orElse(workers);
  }

  private boolean createsTable() {
    String text = value(CREATE_TABLE).orElse("true");
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(
          "%1$s must be true or false: %1$s=%2$s".formatted(CREATE_TABLE, text));
    }
    return text.equals("true");
  }

  /** Creates a builder that lacks only the worker. */
  Snowflake.Builder builder() {
    Snowflake.Builder builder = Snowflake.builder().layout(layout());
    value(HORIZON)
        .map(text -> DurationSetting.read(HORIZON.key(), text))
        .ifPresent(builder::horizon);
    value(MAX_WAIT)
        .map(text -> DurationSetting.read(MAX_WAIT.key(), text))
        .ifPresent(builder::maxWait);
    return builder;
  }

  @Override
  public String toString() {
    Map<KeyProperty, String> shown = new EnumMap<>(KeyProperty.class);
    values.forEach((property, value) -> shown.put(property, shown(property, value)));
    return shown.toString();
  }

  private static String shown(KeyProperty property, String value) {
    return switch (property) {
      case PASSWORD -> "***";
      case URL -> DatabaseAddress.withoutSecrets(value);
      default -> value;
    };
  }
}
