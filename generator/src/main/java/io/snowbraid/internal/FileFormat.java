package io.snowbraid.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies a file format. In this and all later versions, a file's first line names its format:
 * the content, and a number that grows with every change that earlier versions cannot read.
 *
 * @param content what the file holds
 * @param number the format number
 */
public record FileFormat(String content, int number) {

  private static final Pattern LINE = Pattern.compile("snowbraid (\\w+) (\\d{1,9})");

  /** Thrown if a later version wrote a file. */
  public static final class LaterFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    LaterFormatException(String message) {
      super(message);
    }
  }

  /**
   * Returns a file's first line.
   *
   * @return the line, without a line break
   */
  public String line() {
    return "snowbraid " + content + " " + number;
  }

  /**
   * Rejects a file that a later version wrote: it is intact, but this version cannot read it.
   *
   * @param line the file's first line
   * @param file the file, for the message
   * @throws LaterFormatException if a later version wrote the file
   */
  public void rejectLater(String line, Path file) throws LaterFormatException {
    Matcher found = LINE.matcher(line);
    boolean isSuch = found.matches() && found.group(1).equals(content);
    if (isSuch && Integer.parseInt(found.group(2)) > number) {
      throw new LaterFormatException(
          "file must not have a later format than this version reads: file="
              + file
              + ", format="
              + found.group(2)
              + ", latest known format="
              + number
              + "; upgrade Snowbraid in this process");
    }
  }
}
