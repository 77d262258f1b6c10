package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.SegmentSpaces;
import io.snowbraid.jdbc.internal.NearestName;
import java.util.Locale;

/**
 * Knows the generator names of Snowbraid, as in {@code @GeneratedValue(generator = "snowflake")}
 * and {@code "segment:orders"}.
 */
final class GeneratorNames {

  static final String DEFAULT = "snowflake";

  private static final String SPACE_PREFIX = DEFAULT + ":";
  private static final String SEGMENT = "segment";
  private static final int TYPING_ERRORS = 2;

  private GeneratorNames() {}

  /** Tells whether a name refers to the default id space or to another one. */
  static boolean isOurs(String name) {
    boolean hasPrefix = name.startsWith(SPACE_PREFIX) || SegmentSpaces.isOne(name);
    return name.equals(DEFAULT) || (hasPrefix && !spaceOf(name).isBlank());
  }

  /** Tells whether a name looks like a misspelling of one of ours. */
  static boolean isMistyped(String name) {
    return !isOurs(name)
        && (NearestName.distance(word(name), DEFAULT) <= TYPING_ERRORS || isSegment(name));
  }

  /** Returns the name that a mistyped one should have been. */
  static String corrected(String name) {
    String space = spaceOf(name);
    if (isSegment(name)) {
      return SegmentSpaces.PREFIX + (space.isEmpty() ? "NAME" : space);
    }
    return space.isEmpty() ? DEFAULT : SPACE_PREFIX + space;
  }

  /** A word without a colon may well name a sequence. */
  private static boolean isSegment(String name) {
    return name.contains(":")
        ? NearestName.distance(word(name), SEGMENT) <= TYPING_ERRORS
        : word(name).equals(SEGMENT);
  }

  private static String word(String name) {
    return name.split(":", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static String spaceOf(String name) {
    return name.contains(":") ? name.substring(name.indexOf(':') + 1).strip() : "";
  }
}
