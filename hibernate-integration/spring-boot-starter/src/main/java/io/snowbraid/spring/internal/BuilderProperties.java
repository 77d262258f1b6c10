package io.snowbraid.spring.internal;

import io.snowbraid.jdbc.internal.SettingException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Reads properties. A rejection names the property. */
public final class BuilderProperties {

  private BuilderProperties() {}

  /**
   * Reads a setting; a rejection names the property it was read from.
   *
   * @throws InvalidConfigurationPropertyValueException if the setting is rejected
   */
  public static <T> T named(Supplier<T> reader) {
    try {
      return reader.get();
    } catch (SettingException e) {
      throw rejected(e.name(), e.value(), e.reason(), e);
    }
  }

  /** Passes a property to a builder if it is set. */
  public static <T> void set(String name, @Nullable T value, Consumer<T> setter) {
    if (value != null) {
      read(
          name,
          value,
          given -> {
            setter.accept(given);
            return given;
          });
    }
  }

  /**
   * Converts a property value.
   *
   * @param name the property's name without the prefix
   * @throws InvalidConfigurationPropertyValueException if the value is rejected
   */
  public static <T, R> R read(String name, T value, Function<T, R> reader) {
    try {
      return reader.apply(value);
    } catch (IllegalArgumentException e) {
      throw rejected("snowbraid." + name, value, String.valueOf(e.getMessage()), e);
    }
  }

  private static InvalidConfigurationPropertyValueException rejected(
      String name, @Nullable Object value, String reason, RuntimeException cause) {
    InvalidConfigurationPropertyValueException rejected =
        new InvalidConfigurationPropertyValueException(name, value, reason);
    rejected.addSuppressed(cause); // in Spring Boot 3.5, the constructor takes no cause
    return rejected;
  }
}
