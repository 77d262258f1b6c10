package io.snowbraid.spring.internal;

import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Applies properties to the generator's builder. A rejection names the property. */
public final class BuilderProperties {

  private BuilderProperties() {}

  public static void apply(SnowbraidProperties properties, Snowflake.Builder builder) {
    set("layout", properties.layout(), text -> builder.layout(Layout.parse(text)));
    set("owner", properties.owner(), builder::owner);
    set("horizon", properties.horizon(), builder::horizon);
    set("max-lead", properties.maxLead(), builder::maxLead);
    set("max-wait", properties.maxWait(), builder::maxWait);
    set("max-clock-offset", properties.maxClockOffset(), builder::maxClockOffset);
    set("rollback-policy", properties.rollbackPolicy(), builder::rollbackPolicy);
    set("sequence-order", properties.sequenceOrder(), builder::sequenceOrder);
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
   * Converts the value of a property.
   *
   * @param name the name of the property, without the prefix
   * @throws InvalidConfigurationPropertyValueException if the value is rejected
   */
  public static <T, R> R read(String name, T value, Function<T, R> reader) {
    try {
      return reader.apply(value);
    } catch (IllegalArgumentException e) {
      InvalidConfigurationPropertyValueException rejected =
          new InvalidConfigurationPropertyValueException(
              "snowbraid." + name, value, String.valueOf(e.getMessage()));
      rejected.addSuppressed(e); // the constructor takes no cause in Spring Boot 3.5
      throw rejected;
    }
  }
}
