package io.snowbraid.publicid;

/** Quotes untrusted text in messages, so that it cannot flood or forge a log. */
final class QuotedText {

  private static final int MAX_LENGTH = 64;

  private QuotedText() {}

  /**
   * Quotes a text.
   *
   * @return at most 64 printable ASCII characters in quotation marks; other characters, quotes and
   *     backslashes are escaped as in Java. Dots after the quotation mark show that the text
   *     continues
   */
  static String of(String text) {
    StringBuilder quoted = new StringBuilder();
    for (int position = 0; position < text.length(); position++) {
      String next = escaped(text.charAt(position));
      if (quoted.length() + next.length() > MAX_LENGTH) {
        return "\"" + quoted + "\"...";
      }
      quoted.append(next);
    }
    return "\"" + quoted + "\"";
  }

  private static String escaped(char character) {
    if (character == '"' || character == '\\') {
      return "\\" + character;
    }
    return character >= ' ' && character <= '~'
        ? String.valueOf(character)
        : "\\u%04x".formatted((int) character);
  }
}
