package io.snowbraid.hibernate.boot;

import io.snowbraid.jdbc.internal.NearestName;
import java.util.Locale;

/**
 * Knows the generator names of Snowbraid, as in {@code @GeneratedValue(generator = "snowflake")}.
 */
final class GeneratorNames {

  static final String DEFAULT = "snowflake";

  private static final String SPACE_PREFIX = DEFAULT + ":";
  private static final int TYPING_ERRORS = 2;

  private GeneratorNames() {}

  /** Tells whether a name refers to the default id space or to another one. */
  static boolean isOurs(String name) {
    return name.equals(DEFAULT) || (name.startsWith(SPACE_PREFIX) && !spaceOf(name).isBlank());
  }

  /** Tells whether a name looks like a misspelling of one of ours. */
  static boolean isMistyped(String name) {
    String word = name.split(":", 2)[0].strip().toLowerCase(Locale.ROOT);
    return !isOurs(name) && NearestName.distance(word, DEFAULT) <= TYPING_ERRORS;
  }

  /** Returns the name that a mistyped one should have been. */
  static String corrected(String name) {
    String space = spaceOf(name);
    return space.isEmpty() ? DEFAULT : SPACE_PREFIX + space;
  }

  private static String spaceOf(String name) {
    return name.contains(":") ? name.substring(name.indexOf(':') + 1).strip() : "";
  }
}
