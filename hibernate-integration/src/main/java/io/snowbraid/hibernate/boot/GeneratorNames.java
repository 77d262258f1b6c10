package io.snowbraid.hibernate.boot;

import io.snowbraid.jdbc.internal.NearestName;
import java.util.Locale;

/** The names that {@code @GeneratedValue(generator = ...)} can have. */
final class GeneratorNames {

  static final String DEFAULT = "snowflake";

  private static final String SPACE_PREFIX = DEFAULT + ":";
  private static final int TYPING_ERRORS = 2;

  private GeneratorNames() {}

  /** The name of the default id space or of a further one. */
  static boolean isOurs(String name) {
    return name.equals(DEFAULT) || (name.startsWith(SPACE_PREFIX) && !spaceOf(name).isBlank());
  }

  /** Whether somebody who wrote this meant one of our names. */
  static boolean isMistyped(String name) {
    String word = name.split(":", 2)[0].strip().toLowerCase(Locale.ROOT);
    return !isOurs(name) && NearestName.distance(word, DEFAULT) <= TYPING_ERRORS;
  }

  /** What a mistyped name should have been. */
  static String corrected(String name) {
    String space = spaceOf(name);
    return space.isEmpty() ? DEFAULT : SPACE_PREFIX + space;
  }

  private static String spaceOf(String name) {
    return name.contains(":") ? name.substring(name.indexOf(':') + 1).strip() : "";
  }
}
