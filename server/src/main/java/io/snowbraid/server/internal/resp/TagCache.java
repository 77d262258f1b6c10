package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.services.ErrorText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes tags, and remembers those that were used lately, so that a request for a known tag makes
 * no text. Not thread-safe.
 */
final class TagCache {

  private static final int SLOTS = 1 << 10;

  /** Longer tags are decoded each time. */
  private static final int MAX_BYTES = 64;

  private static final class Known {

    final byte[] bytes;
    final String tag;

    Known(byte[] bytes, String tag) {
      this.bytes = bytes;
      this.tag = tag;
    }
  }

  private final @Nullable Known[] slots = new Known[SLOTS];

  /**
   * Returns a tag.
   *
   * @throws IllegalArgumentException if it is not UTF-8
   */
  String tag(byte[] bytes, int from, int to) {
    int slot = hash(bytes, from, to) & (SLOTS - 1);
    Known known = slots[slot];
    if (known != null && Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)) {
      return known.tag;
    }
    String tag = decode(bytes, from, to);
    if (to - from <= MAX_BYTES) {
      slots[slot] = new Known(Arrays.copyOfRange(bytes, from, to), tag);
    }
    return tag;
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash ^ (hash >>> 15);
  }

  private static String decode(byte[] bytes, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "tag must be UTF-8: tag=" + ErrorText.argument(bytes, from, to), e);
    }
  }
}
