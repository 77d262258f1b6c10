package io.snowbraid.cli;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes foreign text, such as owners, database messages and arguments, safe for a terminal.
 * Characters that could move the cursor, change colours, reverse the text direction or begin a line
 * are shown as {@code \}{@code u001b}.
 */
final class TerminalText {

  /**
   * Control characters, format characters such as direction marks, line separators, and unpaired
   * surrogates.
   */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private static final Pattern UNSAFE_IN_JSON =
      Pattern.compile("(?!\\R)[\\p{Cc}\\p{Cf}\\p{Cs}]|[\u0085\\p{Zl}\\p{Zp}]");

  private TerminalText() {}

  /** Escapes text that is to be on one line. */
  static String line(String text) {
    return escape(UNSAFE, text);
  }

  /**
   * Escapes text that may have several lines. All but the first are indented, so none looks like a
   * line of this tool.
   */
  static String lines(String text) {
    return text.replace("\t", "  ")
        .lines()
        .map(TerminalText::line)
        .collect(Collectors.joining("\n  "));
  }

  /** Escapes JSON, which uses the same notation; its line breaks are never part of a value. */
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
