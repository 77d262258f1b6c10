package io.snowbraid.worker;

import io.snowbraid.internal.Arguments;
import java.time.Instant;

/**
 * The record of a block.
 *
 * @param name the name, unique in the namespace
 * @param layout the text form of the layout
 * @param size the number of ids
 * @param claim the ticks of the ids
 * @param claimedAt the time of the claim, for people
 */
public record NamedBlock(
    String name, String layout, long size, LaneClaim claim, Instant claimedAt) {

  private static final int MAX_NAME_LENGTH = 128;

  /**
   * Checks the values.
   *
   * @param name 1 to 128 characters without control characters
   * @param layout not null
   * @param size at least 1
   * @param claim not null
   * @param claimedAt not null
   * @throws IllegalArgumentException if the name or the size is invalid
   */
  public NamedBlock {
    requireName(name);
    Arguments.atLeast("block size", size, 1);
  }

  /**
   * Checks a block name.
   *
   * @param name the name
   * @return the name
   * @throws IllegalArgumentException if the name does not have 1 to 128 characters, or contains a
   *     control character or half of a surrogate pair
   */
  public static String requireName(String name) {
    if (name.isEmpty()
        || name.length() > MAX_NAME_LENGTH
        || name.codePoints().anyMatch(NamedBlock::isForbidden)) {
      throw new IllegalArgumentException(
          "block name must have between 1 and "
              + MAX_NAME_LENGTH
              + " characters and no control characters, but has length "
              + name.length()
              + ": "
              + name.codePoints()
                  .filter(c -> !isForbidden(c))
                  .collect(
                      StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
    }
    return name;
  }

  /** Returns whether some store cannot keep a character, such as half of a surrogate pair. */
  private static boolean isForbidden(int character) {
    return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
  }
}
