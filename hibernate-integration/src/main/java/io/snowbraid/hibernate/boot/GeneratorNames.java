package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.SegmentSpaces;
import io.snowbraid.jdbc.internal.NearestName;
import java.util.List;
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

  /** No other generator has a name that begins so; both have one length. */
  private static final List<String> PREFIXES = List.of(DEFAULT, "snowbraid");

  /** The names that the application can have meant, as a remedy. */
  static final String FORMS = "\"snowflake\", \"snowflake:NAME\" or \"segment:NAME\"";

  private GeneratorNames() {}

  /** Tells whether a name refers to the default id space or to another one. */
  static boolean isOurs(String name) {
    boolean hasPrefix = name.startsWith(SPACE_PREFIX) || SegmentSpaces.isSegmentSpace(name);
    String space = spaceOf(name);
    boolean isExact = name.length() == name.indexOf(':') + 1 + space.length();
    return name.equals(DEFAULT) || (hasPrefix && isExact && !space.isEmpty());
  }

  /**
   * Tells whether a name can only be a misspelling of one of ours, unless the application declares
   * a generator or a sequence of that name.
   */
  static boolean isMistyped(String name) {
    return !isOurs(name) && (isSnowflake(name) || isSegment(name));
  }

  private static boolean isSnowflake(String name) {
    return isNear(name) || PREFIXES.stream().anyMatch(word(name)::startsWith);
  }

  private static boolean isNear(String name) {
    return NearestName.distance(word(name), DEFAULT) <= TYPING_ERRORS;
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

  /** Returns what follows the first colon, without further colons and spaces around it. */
  private static String spaceOf(String name) {
    return name.contains(":")
        ? name.substring(name.indexOf(':')).replaceFirst("^[:\\s]+", "").strip()
        : "";
  }
}
