package io.snowbraid.server.program;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the text of a setting becomes a value. */
final class SettingType<T> {

  static final SettingType<String> TEXT = new SettingType<>("a text", Function.identity());
  static final SettingType<Path> PATH = new SettingType<>("a path", Path::of);
  static final SettingType<Boolean> SWITCH = new SettingType<>("true or false", SettingType::isOn);
  static final SettingType<Integer> INTEGER =
      new SettingType<>("a whole number up to " + Integer.MAX_VALUE, Integer::valueOf);
  static final SettingType<Long> LONG =
      new SettingType<>("a whole number up to " + Long.MAX_VALUE, Long::valueOf);
  static final SettingType<InetAddress> ADDRESS =
      new SettingType<>("an address, or a name that has one", SettingType::address);
  static final SettingType<Duration> DURATION =
      new SettingType<>(
          "a number with one of the units ms, s, m, h and d, such as 10s", SettingType::duration);
  static final SettingType<List<String>> TEXTS = listOf(TEXT);
  static final SettingType<List<URI>> URLS =
      listOf(new SettingType<>("URLs", true, SettingType::url));

  private static final Pattern DURATIONS = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private final String expected;
  private final boolean isSecret;
  private final Function<String, T> reader;

  /**
   * Creates a type.
   *
   * @param expected what the text must be, for errors
   * @param isSecret whether errors must not show the text
   * @param reader reads a text; throws {@link IllegalArgumentException} if it is something else
   */
  private SettingType(String expected, boolean isSecret, Function<String, T> reader) {
    this.expected = expected;
    this.isSecret = isSecret;
    this.reader = reader;
  }

  private SettingType(String expected, Function<String, T> reader) {
    this(expected, false, reader);
  }

  /** Returns the type of one of these constants, in any case. */
  static <E extends Enum<E>> SettingType<E> oneOf(Class<E> constants) {
    String names =
        Arrays.stream(constants.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return new SettingType<>(
        "one of " + names, text -> Enum.valueOf(constants, text.toUpperCase(Locale.ROOT)));
  }

  /** Returns the type of several of these constants, in any case. */
  static <E extends Enum<E>> SettingType<Set<E>> setOf(Class<E> constants) {
    SettingType<List<E>> list = listOf(oneOf(constants));
    return new SettingType<>(list.expected, text -> EnumSet.copyOf(list.reader.apply(text)));
  }

  /** Returns the type of several values with commas between them. */
  static <T> SettingType<List<T>> listOf(SettingType<T> type) {
    return new SettingType<>(
        type.expected + ", several with commas",
        type.isSecret,
        text -> Stream.of(text.split(",", -1)).map(type.reader).toList());
  }

  /**
   * Returns the type of fewer values.
   *
   * @param range what the text must be, for errors
   * @param check throws {@link IllegalArgumentException} for a value that is out of the range
   */
  SettingType<T> within(String range, Consumer<T> check) {
    return new SettingType<>(
        range,
        isSecret,
        text -> {
          T value = reader.apply(text);
          check.accept(value);
          return value;
        });
  }

  private static boolean isOn(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Duration duration(String text) {
    Matcher matcher = DURATIONS.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
  }

  /** Says what is wrong without the text, which may contain a password. */
  private static URI url(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          e.getReason()
              + " at character "
              + (e.getIndex() + 1)
              + "; a password may need percent-encoding");
    }
  }

  /**
   * Reads a text.
   *
   * @param name the name of the setting, for errors
   * @throws IllegalArgumentException if the text is something else
   */
  T read(String name, String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      String wrong = isSecret ? "cause=" + e.getMessage() : name + "=" + text;
      throw new IllegalArgumentException(
          name + " must be " + expected + ": " + wrong + "; see --help");
    }
  }
}
