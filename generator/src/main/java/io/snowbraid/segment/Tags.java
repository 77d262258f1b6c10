package io.snowbraid.segment;

import io.snowbraid.internal.Arguments;

/**
 * Provides the argument checks and exceptions that all sources share, for {@link SegmentSource}
 * implementations. {@code SegmentSourceContract} expects their messages.
 */
public final class Tags {

  /** The longest tag in most stores, in Unicode code points. */
  public static final int MAX_LENGTH = 128;

  private Tags() {}

  /**
   * Checks a tag for a store that holds {@link #MAX_LENGTH} characters.
   *
   * @param tag the tag
   * @throws IllegalArgumentException if the tag is blank, longer, or has control characters or an
   *     unpaired surrogate
   */
  public static void require(String tag) {
    require(tag, MAX_LENGTH);
  }

  /**
   * Checks a tag.
   *
   * @param tag the tag
   * @param maxLength the store's limit, in Unicode code points
   * @throws IllegalArgumentException if the tag is blank, longer, or has control characters or an
   *     unpaired surrogate
   */
  public static void require(String tag, int maxLength) {
    if (tag.isBlank()) {
      throw new IllegalArgumentException("tag must not be blank");
    }
    int length = tag.codePointCount(0, tag.length());
    if (length > maxLength) {
      throw new IllegalArgumentException(
          "tag must have at most "
              + maxLength
              + " characters, but has "
              + length
              + ": "
              + shown(tag));
    }
    if (tag.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException(
          "tag must not contain half of a surrogate pair: " + shown(tag));
    }
    if (tag.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("tag must not contain control characters: " + shown(tag));
    }
  }

  /**
   * Checks a new tag's bound.
   *
   * @param tag the tag
   * @param bound the bound
   * @throws IllegalArgumentException if the bound is negative
   */
  public static void requireBound(String tag, long bound) {
    if (bound < 0) {
      throw new IllegalArgumentException(Arguments.below("bound of tag " + tag, bound, 0));
    }
  }

  /**
   * Checks the size of a draw.
   *
   * @param tag the tag
   * @param count how many numbers are requested
   * @throws IllegalArgumentException if the count is less than 1
   */
  public static void requireCount(String tag, long count) {
    if (count < 1) {
      throw new IllegalArgumentException(Arguments.below("count for tag " + tag, count, 1));
    }
  }

  /**
   * Creates the exception for a tag whose numbers are used up.
   *
   * @param tag the tag
   * @param bound its bound
   * @param count how many numbers were requested
   * @return the exception to throw
   */
  public static SegmentRejectedException exhausted(String tag, long bound, long count) {
    return new SegmentRejectedException(
        "numbers of tag "
            + tag
            + " must not exceed 2^63 - 1, but "
            + count
            + " were requested from "
            + bound
            + "; use another tag");
  }

  /**
   * Creates the exception for an unknown tag.
   *
   * @param tag the tag
   * @param source the source that does not have it
   * @return the exception to throw
   */
  public static UnknownTagException unknown(String tag, SegmentSource source) {
    return new UnknownTagException(
        "tag " + shown(tag) + " does not exist in " + source + "; create it, or correct its name");
  }

  private static String shown(String tag) {
    return tag.length() <= MAX_LENGTH ? tag : tag.substring(0, MAX_LENGTH) + "...";
  }
}
