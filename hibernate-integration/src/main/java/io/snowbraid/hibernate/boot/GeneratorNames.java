package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.internal.SegmentSpaces;
import io.snowbraid.jdbc.internal.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final Pattern SEQUENCE_OR_SEGMENT =
      Pattern.compile("(segment[^\\p{Alnum}:]|sequence:)(?<tag>.*)", Pattern.CASE_INSENSITIVE);

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

  /** Tells whether a name is a misspelling of one of ours, unless there is a sequence so called. */
  static boolean isMistypedOrSequence(String name) {
    return SEQUENCE_OR_SEGMENT.matcher(name.strip()).matches();
  }

  /** Returns the name that a mistyped one should have been, as a remedy. */
  static String corrected(String name) {
    Matcher separated = SEQUENCE_OR_SEGMENT.matcher(name.strip());
    if (separated.matches()) {
      return quoted(SegmentSpaces.PREFIX, separated.group("tag"));
    }
    if (isSegment(name)) {
      return quoted(SegmentSpaces.PREFIX, spaceOf(name));
    }
    if (name.contains(":")) {
      return quoted(spaceOf(name).isEmpty() ? DEFAULT : SPACE_PREFIX + spaceOf(name));
    }
    String space = isNear(name) ? "" : spaceAfterPrefix(name);
    return space.isEmpty()
        ? quoted(DEFAULT)
        : quoted(DEFAULT) + ", or " + quoted(SPACE_PREFIX + space) + " for an id space of its own";
  }

  /** Returns {@code orders} for {@code snowflake-orders}, {@code snowflakeOrders} and others. */
  private static String spaceAfterPrefix(String name) {
    String rest = name.strip().substring(DEFAULT.length()).replaceFirst("^[^\\p{Alnum}]+", "");
    boolean isUpperCase = rest.equals(rest.toUpperCase(Locale.ROOT));
    return isUpperCase
        ? rest.toLowerCase(Locale.ROOT)
        : rest.substring(0, 1).toLowerCase(Locale.ROOT) + rest.substring(1);
  }

  private static String quoted(String prefix, String tag) {
    return quoted(prefix + (tag.isBlank() ? "NAME" : tag.strip()));
  }

  private static String quoted(String name) {
    return '"' + name + '"';
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
