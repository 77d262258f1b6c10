package io.snowbraid.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of a file, which its first line names, in this and in all later versions. It consists
 * of what the file holds, and a number that grows with each change that an earlier version could
 * not read.
 *
 * @param content what the file holds
 * @param number the number of the format
 */
public record FileFormat(String content, int number) {

  private static final Pattern LINE = Pattern.compile("snowbraid (\\w+) (\\d{1,9})");

  /** Thrown if a later version has written a file. */
  public static final class LaterFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    LaterFormatException(String message) {
      super(message);
    }
  }

  /**
   * Returns the first line of a file.
   *
   * @return the line, without its end
   */
  public String line() {
    return "snowbraid " + content + " " + number;
  }

  /**
   * Rejects a file of a later version, which is not damaged, although it cannot be read here.
   *
   * @param line its first line
   * @param file the file, for people
   * @throws LaterFormatException if a later version has written it
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
