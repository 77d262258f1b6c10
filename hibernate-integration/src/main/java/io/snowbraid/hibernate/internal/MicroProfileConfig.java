package io.snowbraid.hibernate.internal;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings that an application is started with, if it has MicroProfile Config, as on
 * Quarkus.
 */
final class MicroProfileConfig {

  private static final boolean PRESENT = isPresent();

  private MicroProfileConfig() {}

  private static boolean isPresent() {
    try {
      Class<?> provider =
          Class.forName(
              "org.eclipse.microprofile.config.ConfigProvider",
              false,
              MicroProfileConfig.class.getClassLoader());
      // it may be on the class path although this module is not
      MicroProfileConfig.class.getModule().addReads(provider.getModule());
      return true;
    } catch (ClassNotFoundException | LinkageError e) { // the application does not use it
      return false;
    }
  }

  /** Returns the value of a setting, null if it has none. */
  static @Nullable String value(String name) {
    return PRESENT ? Reader.value(name) : null;
  }

  /**
   * Returns the names of all settings, except of variables of the environment. These may belong to
   * others: Kubernetes sets {@code SNOWBRAID_PORT} if a service is called {@code snowbraid}.
   */
  static Stream<String> names() {
    return PRESENT ? Reader.names().filter(name -> !isOfEnvironment(name)) : Stream.empty();
  }

  private static boolean isOfEnvironment(String name) {
    String variable = name.replaceAll("[^A-Za-z0-9]", "_");
    return System.getenv(variable) != null
        || System.getenv(variable.toUpperCase(Locale.ROOT)) != null;
  }

  /** Loaded only if the interface of MicroProfile Config is present. */
  private static final class Reader {

    static @Nullable String value(String name) {
      return config().flatMap(config -> config.getOptionalValue(name, String.class)).orElse(null);
    }

    static Stream<String> names() {
      return config().stream()
          .flatMap(config -> StreamSupport.stream(config.getPropertyNames().spliterator(), false));
    }

    private static Optional<Config> config() {
      try {
        return Optional.of(ConfigProvider.getConfig());
      } catch (IllegalStateException e) { // there is no implementation of the interface
        return Optional.empty();
      }
    }
  }
}
