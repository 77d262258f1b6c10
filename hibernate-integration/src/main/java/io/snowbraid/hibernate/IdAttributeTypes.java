package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.IdValueConverter;
import java.util.function.LongFunction;
import org.hibernate.MappingException;

/** Finds converters for the attribute types that can hold an id. */
final class IdAttributeTypes {

  private IdAttributeTypes() {}

  /**
   * Finds the function that converts an id to a type.
   *
   * @throws MappingException if the type cannot hold an id
   */
  static LongFunction<Object> converter(Class<?> type, String attribute) {
    return IdValueConverter.of(type).orElseThrow(() -> rejected(type, attribute));
  }

  private static MappingException rejected(Class<?> type, String attribute) {
    return new MappingException(
        "identifier of type "
            + IdValueConverter.TYPES
            + " is required for the generator \"snowflake\": "
            + attribute
            + ", type="
            + type.getName()
            + "; change the attribute to Long, and its column to BIGINT");
  }
}
