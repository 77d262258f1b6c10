package io.snowbraid.cli;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Texts of others, such as owners, messages of databases and arguments, as a terminal may get them:
 * whatever could move its cursor, colour it, turn letters round or begin a line is shown as {@code
 * \}{@code u001b}.
 */
final class TerminalText {

  /** Controls, format characters such as those of direction, line separators, half characters. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private static final Pattern UNSAFE_IN_JSON =
      Pattern.compile("(?!\\R)[\\p{Cc}\\p{Cf}\\p{Cs}]|[\u0085\\p{Zl}\\p{Zp}]");

  private TerminalText() {}

  /** What stands in one line. */
  static String line(String text) {
    return escape(UNSAFE, text);
  }

  /** What may have several lines: none but the first begins where a line of ours does. */
  static String lines(String text) {
    return text.replace("\t", "  ")
        .lines()
        .map(TerminalText::line)
        .collect(Collectors.joining("\n  "));
  }

  /** JSON, which escapes in the same way; its line breaks are not part of any value. */
  static String json(String json) {
    return escape(UNSAFE_IN_JSON, json);
  }

  private static String escape(Pattern unsafe, String text) {
    return unsafe
        .matcher(text)
        .replaceAll(
            found ->
                found
                    .group()
                    .chars()
                    .mapToObj("\\\\u%04x"::formatted)
                    .collect(Collectors.joining()));
  }
}
