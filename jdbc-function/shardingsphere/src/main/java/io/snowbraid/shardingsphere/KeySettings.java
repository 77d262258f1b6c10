package io.snowbraid.shardingsphere;

import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.jdbc.internal.ConfiguredGenerators;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.jdbc.internal.SettingException;
import io.snowbraid.worker.WorkerSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks the properties of one algorithm. Equal settings describe the same generator.
 *
 * @param database the properties that determine which database has the worker table
 * @param generator all other properties
 */
record KeySettings(Map<String, String> database, GeneratorSettings generator) {

  static final String URL = "url";
  static final String STORAGE_UNIT = "storage-unit";

  private static final String USER = "user";
  private static final String PASSWORD = "password";

  /** The properties that determine which database has the worker table. */
  static final Set<String> OF_DATABASES = Set.of(URL, USER, PASSWORD, STORAGE_UNIT);

  /** All properties of the algorithm. */
  private static final Set<String> KNOWN =
      Stream.concat(OF_DATABASES.stream(), Arrays.stream(Setting.values()).map(Setting::key))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Reads properties; accesses no database.
   *
   * @throws SettingException if one is unknown, malformed, out of range or would be ignored
   */
  static KeySettings read(Properties properties) {
    Map<String, String> texts = new TreeMap<>();
    properties.forEach((key, value) -> texts.put(known(key.toString()), value.toString().strip()));
    Map<String, String> database = new TreeMap<>(texts);
    database.keySet().retainAll(OF_DATABASES);
    GeneratorSettings generator =
        GeneratorSettings.read(setting -> texts.get(setting.key()), Setting::key).check();
    KeySettings settings = new KeySettings(database, generator);
    settings.check();
    return settings;
  }

  private static String known(String name) {
    if (!KNOWN.contains(name)) {
      throw SettingException.unknown(name, KNOWN);
    }
    return name;
  }

  private void check() {
    if (generator.origin() != Origin.TABLE) {
      String other = generator.origin() == Origin.NUMBER ? "worker-id" : "directory";
      database.keySet().forEach(name -> reject(name, other));
    }
    String url = database.get(URL);
    if (url == null) {
      Stream.of(USER, PASSWORD).filter(database::containsKey).forEach(KeySettings::rejectLogin);
    } else if (database.containsKey(STORAGE_UNIT)) {
      reject(URL, STORAGE_UNIT);
    } else if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "%s must begin with jdbc:, but is %s"
              .formatted(URL, DatabaseAddress.withoutSecrets(url)));
    }
    source(new DriverDataSource("", null, null)); // rejects the settings of the table
  }

  private static void reject(String name, String other) {
    throw SettingException.ignored(name, "", other);
  }

  private static void rejectLogin(String name) {
    throw new IllegalArgumentException(name + " has no effect without url; remove it");
  }

  /** Returns the name of the storage unit to lease from, if one is set. */
  Optional<String> storageUnit() {
    return Optional.ofNullable(database.get(STORAGE_UNIT));
  }

  /** Returns the worker table as it was configured. */
  String table() {
    return generator.text(Setting.TABLE).orElse(JdbcWorkerSource.DEFAULT_TABLE);
  }

  /** Returns whether a storage unit must be chosen. */
  boolean needsStorageUnit() {
    return generator.origin() == Origin.TABLE
        && !database.containsKey(URL)
        && !isLeftToTheProcess();
  }

  /** Returns whether the process's system properties determine everything except the layout. */
  private boolean isLeftToTheProcess() {
    return database.isEmpty()
        && Arrays.stream(Setting.values())
            .allMatch(setting -> setting == Setting.LAYOUT || !generator.isSet(setting))
        && System.getProperty(ConfiguredGenerators.WORKER_ID) != null;
  }

  /** Returns the generator if it has a fixed worker; the whole process shares it. */
  Optional<Snowflake> fixed() {
    return ConfiguredGenerators.of(
        isLeftToTheProcess()
            ? ConfiguredGenerators.ofProcess(generator.text(Setting.LAYOUT)).check()
            : generator);
  }

  /**
   * Creates the worker source.
   *
   * @param unit the storage unit; null if none is needed
   */
  WorkerSource source(@Nullable DataSource unit) {
    if (generator.origin() == Origin.DIRECTORY) {
      return generator.directory("");
    }
    DataSource leased =
        unit != null
            ? unit
            : new DriverDataSource(
                database.getOrDefault(URL, ""), database.get(USER), database.get(PASSWORD));
    return generator.with(
        Setting.TABLE,
        generator.workers(leased, JdbcWorkerSource.DEFAULT_NAMESPACE),
        JdbcWorkerSource::withTable);
  }

  @Override
  public String toString() {
    Map<String, String> shown = new TreeMap<>(database);
    shown.replaceAll(KeySettings::withoutSecrets);
    for (Setting setting : Setting.values()) {
      generator.text(setting).ifPresent(text -> shown.put(setting.key(), text));
    }
    return shown.toString();
  }

  private static String withoutSecrets(String name, String value) {
    return switch (name) {
      case PASSWORD -> "***";
      case URL -> DatabaseAddress.withoutSecrets(value);
      default -> value;
    };
  }
}
