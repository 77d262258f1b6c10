package io.snowbraid.server.internal.resp;

/**
 * Splits a line into words as typed by a person: separated by spaces, optionally quoted. Quoted
 * words are unescaped in place, which never makes them longer.
 */
final class WordSplitter {

  private final byte[] bytes;
  private final int to;
  private int at;
  private int written;

  WordSplitter(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  /**
   * Splits the line.
   *
   * @param starts receives the start of each word
   * @param ends receives the end of each word
   * @return the number of words
   * @throws ProtocolException if there are too many words, or a quote is not closed
   */
  int split(int[] starts, int[] ends) throws ProtocolException {
    int count = 0;
    while (skipBlanks()) {
      if (count == starts.length) {
        throw new ProtocolException("too many arguments");
      }
      starts[count] = at;
      written = at;
      readWord();
      ends[count] = written;
      count++;
    }
    return count;
  }

  private boolean skipBlanks() {
    while (at < to && isBlank(bytes[at])) {
      at++;
    }
    return at < to;
  }

  private void readWord() throws ProtocolException {
    while (at < to && !isBlank(bytes[at])) {
      byte b = bytes[at++];
      if (b == '"' || b == '\'') {
        readQuoted(b);
        return;
      }
      bytes[written++] = b;
    }
  }

  private void readQuoted(byte quote) throws ProtocolException {
    while (at < to && bytes[at] != quote) {
      byte b = bytes[at++];
      bytes[written++] = b == '\\' && at < to ? escaped(quote) : b;
    }
    boolean isClosed = at < to && (at + 1 == to || isBlank(bytes[at + 1]));
    if (!isClosed) {
      throw new ProtocolException("unbalanced quotes in request");
    }
    at++;
  }

  /** Reads what follows a backslash. Between single quotes, only a single quote is escaped. */
  private byte escaped(byte quote) {
    if (quote == '\'') {
      return bytes[at] == '\'' ? bytes[at++] : (byte) '\\';
    }
    byte b = bytes[at++];
    if (b == 'x' && to - at >= 2 && isHex(bytes[at]) && isHex(bytes[at + 1])) {
      at += 2;
      return (byte) (16 * Character.digit(bytes[at - 2], 16) + Character.digit(bytes[at - 1], 16));
    }
    return switch (b) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'a' -> 7;
      default -> b;
    };
  }

  private static boolean isHex(byte b) {
    return Character.digit(b, 16) >= 0;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
