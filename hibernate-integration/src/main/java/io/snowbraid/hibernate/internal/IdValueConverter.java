package io.snowbraid.hibernate.internal;

import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongFunction;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** Converts ids to attribute types. */
public final class IdValueConverter {

  /** The supported types, for messages. */
  public static final String TYPES = "Long, long, String or BigInteger";

  private IdValueConverter() {}

  /**
   * Returns the function that converts an id to a type.
   *
   * @param type the attribute's type
   * @return the function; empty if the type cannot hold an id
   */
  public static Optional<LongFunction<Object>> of(Class<?> type) {
    if (type == Long.class || type == long.class) {
      return Optional.of(id -> id);
    }
    if (type == String.class) {
      return Optional.of(Long::toString);
    }
    return type == BigInteger.class ? Optional.of(BigInteger::valueOf) : Optional.empty();
  }

  /**
   * Returns the function that converts an id to a type.
   *
   * @param type the attribute's type
   * @param attribute the attribute's name, for messages
   * @return the function
   * @throws MappingException if the type cannot hold an id
   */
  public static LongFunction<Object> of(Class<?> type, String attribute) {
    return of(type)
        .orElseThrow(
            () ->
                new MappingException(
                    "%s with a Snowbraid id must have type %s, but has %s; change the attribute to Long, and its column to BIGINT"
                        .formatted(attribute, TYPES, type.getName())));
  }

  /**
   * Returns whether the application has set a value.
   *
   * @param value the attribute's value
   * @param isPrimitive whether the attribute is of a primitive type
   * @return false for null, for 0 in a primitive attribute, and for an empty string
   */
  public static boolean isSet(@Nullable Object value, boolean isPrimitive) {
    if (value == null || value.equals("")) {
      return false;
    }
    return !isPrimitive || !value.equals(0L);
  }
}
