package io.snowbraid.hibernate.internal;

import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Ids as attributes hold them. */
public final class IdValueConverter {

  /** What an attribute may be, in the words of a message. */
  public static final String TYPES = "Long, long, String or BigInteger";

  private IdValueConverter() {}

  /**
   * Finds how an id becomes a value of a type.
   *
   * @param type the attribute's
   * @return the way, or nothing if it cannot
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
   * Tells whether the application has set a value.
   *
   * @param value what the attribute holds
   * @param isPrimitive whether the attribute is of a primitive type
   * @return false for null, 0 of a primitive, and an empty text
   */
  public static boolean isSet(@Nullable Object value, boolean isPrimitive) {
    if (value == null || value.equals("")) {
      return false;
    }
    return !isPrimitive || !value.equals(0L);
  }
}
