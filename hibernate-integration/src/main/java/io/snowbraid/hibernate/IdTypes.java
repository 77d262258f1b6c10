package io.snowbraid.hibernate;

import java.math.BigInteger;
import java.util.function.LongFunction;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** The types of attributes that hold an id. */
final class IdTypes {

  private IdTypes() {}

  /**
   * Finds how an id becomes a value of a type.
   *
   * @throws MappingException if it cannot
   */
  static LongFunction<Object> converter(Class<?> type, String attribute) {
    if (type == Long.class || type == long.class) {
      return id -> id;
    }
    if (type == String.class) {
      return Long::toString;
    }
    if (type == BigInteger.class) {
      return BigInteger::valueOf;
    }
    throw new MappingException(
        "identifier of type Long, long, String or BigInteger is required for the generator"
            + " \"snowflake\": "
            + attribute
            + ", type="
            + type.getName());
  }

  /** Whether the application has set a value; 0 of a primitive is none, nor is an empty text. */
  static boolean isSet(@Nullable Object value, boolean isPrimitive) {
    if (value == null || value.equals("")) {
      return false;
    }
    return !isPrimitive || !value.equals(0L);
  }
}
