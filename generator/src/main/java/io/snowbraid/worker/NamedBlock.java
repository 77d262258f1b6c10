package io.snowbraid.worker;

import io.snowbraid.internal.Arguments;
import java.time.Instant;

/**
 * The record of a block: its name, and what it has forever.
 *
 * @param name the name, which no other block of the namespace has
 * @param layout the text form of the layout of its ids
 * @param size how many ids it has
 * @param claim the ticks of its ids
 * @param claimedAt when it was claimed, for people
 */
public record NamedBlock(
    String name, String layout, long size, LaneClaim claim, Instant claimedAt) {

  private static final int MAX_NAME_LENGTH = 128;

  /**
   * Checks a record.
   *
   * @param name 1 to 128 characters, none of which is a control character
   * @param layout not null
   * @param size at least 1
   * @param claim not null
   * @param claimedAt not null
   * @throws IllegalArgumentException if the name or the size is anything else
   */
  public NamedBlock {
    requireName(name);
    Arguments.atLeast("block size", size, 1);
  }

  /**
   * Checks the name of a block.
   *
   * @param name the name
   * @return the name
   * @throws IllegalArgumentException if it does not have 1 to 128 characters, or has a control
   *     character
   */
  public static String requireName(String name) {
    if (name.isEmpty()
        || name.length() > MAX_NAME_LENGTH
        || name.codePoints().anyMatch(NamedBlock::isUnfit)) {
      throw new IllegalArgumentException(
          "block name must have between 1 and "
              + MAX_NAME_LENGTH
              + " characters and no control characters, but has length "
              + name.length()
              + ": "
              + name.codePoints()
                  .filter(c -> !isUnfit(c))
                  .collect(
                      StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
    }
    return name;
  }

  /** Returns whether some store cannot keep a character: half of a pair is one, too. */
  private static boolean isUnfit(int character) {
    return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
  }
}
