package io.snowbraid.hibernate;

import io.snowbraid.hibernate.internal.IdValueConverter;
import java.util.function.LongFunction;
import org.hibernate.MappingException;

/** The types of attributes that hold an id. */
final class IdAttributeTypes {

  private IdAttributeTypes() {}

  /**
   * Finds how an id becomes a value of a type.
   *
   * @throws MappingException if it cannot
   */
  static LongFunction<Object> converter(Class<?> type, String attribute) {
    return IdValueConverter.of(type).orElseThrow(() -> refused(type, attribute));
  }

  private static MappingException refused(Class<?> type, String attribute) {
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
