package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.SegmentSpaces;
import io.snowbraid.jdbc.internal.NearestName;
import java.util.List;
import java.util.Locale;

/**
 * Recognizes Snowbraid's generator names, as in {@code @GeneratedValue(generator = "snowflake")}
 * and {@code "segment:orders"}.
 */
final class GeneratorNames {

  static final String DEFAULT = "snowflake";

  private static final String SPACE_PREFIX = DEFAULT + ":";
  private static final String SEGMENT = "segment";
  private static final int TYPING_ERRORS = 2;

  /** The words that only Snowbraid's generator names begin with. Both have the same length. */
  private static final List<String> PREFIXES = List.of(DEFAULT, "snowbraid");

  /** The valid forms of a name, for messages. */
  static final String FORMS = "\"snowflake\", \"snowflake:NAME\" or \"segment:NAME\"";

  private GeneratorNames() {}

  /** Returns whether a name refers to a Snowbraid id space. */
  static boolean isSnowbraidName(String name) {
    boolean hasPrefix = name.startsWith(SPACE_PREFIX) || SegmentSpaces.isSegmentSpace(name);
    String space = spaceOf(name);
    boolean isExact = name.length() == name.indexOf(':') + 1 + space.length();
    return name.equals(DEFAULT) || (hasPrefix && isExact && !space.isEmpty());
  }

  /**
   * Returns whether a name can only be a misspelled Snowbraid name. The caller must check that the
   * application declares no generator or sequence of that name.
   */
  static boolean isMisspelled(String name) {
    return !isSnowbraidName(name) && (isSnowflake(name) || isSegment(name));
  }

  private static boolean isSnowflake(String name) {
    return isNear(name) || PREFIXES.stream().anyMatch(word(name)::startsWith);
  }

  private static boolean isNear(String name) {
    return NearestName.distance(word(name), DEFAULT) <= TYPING_ERRORS;
  }

  /**
   * Returns whether a name is a misspelled segment name. A word without a colon may name a
   * sequence, so only the exact word counts.
   */
  private static boolean isSegment(String name) {
    return name.contains(":")
        ? NearestName.distance(word(name), SEGMENT) <= TYPING_ERRORS
        : word(name).equals(SEGMENT);
  }

  private static String word(String name) {
    return name.split(":", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the text after the first colon, without further colons and surrounding spaces. */
  private static String spaceOf(String name) {
    return name.contains(":")
        ? name.substring(name.indexOf(':')).replaceFirst("^[:\\s]+", "").strip()
        : "";
  }
}
