package io.snowbraid.hibernate.internal;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads an application's runtime settings from MicroProfile Config if it is present, as in Quarkus.
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
    } catch (ClassNotFoundException | LinkageError e) { // MicroProfile Config is absent
      return false;
    }
  }

  /** Returns a setting's value; null if it has none. */
  static @Nullable String value(String name) {
    return PRESENT ? Reader.value(name) : null;
  }

  /**
   * Returns the names of all settings except environment variables, which may have another purpose:
   * if a service is named {@code snowbraid}, Kubernetes sets {@code SNOWBRAID_PORT}.
   */
  static Stream<String> names() {
    return PRESENT ? Reader.names().filter(name -> !isOfEnvironment(name)) : Stream.empty();
  }

  private static boolean isOfEnvironment(String name) {
    String variable = name.replaceAll("[^A-Za-z0-9]", "_");
    return System.getenv(variable) != null
        || System.getenv(variable.toUpperCase(Locale.ROOT)) != null;
  }

  /** Loaded only if the MicroProfile Config API is present. */
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
      } catch (IllegalStateException e) { // the API has no implementation
        return Optional.empty();
      }
    }
  }
}
