package io.snowbraid.server.internal.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The bytes of a connection that were read and not processed yet. An idle one has none. */
final class PendingInput {

  private static final byte[] NONE = new byte[0];

  private byte[] bytes = NONE;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  /** Returns how many bytes of memory these take. */
  int capacity() {
    return bytes.length;
  }

  void add(ByteBuf more) {
    int count = more.readableBytes();
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(size + count, 2 * size));
    }
    more.readBytes(bytes, size, count);
    size += count;
  }

  /** Puts bytes before all others. */
  void addFirst(byte[] first) {
    byte[] both = Arrays.copyOf(first, first.length + size);
    System.arraycopy(bytes, 0, both, first.length, size);
    bytes = both;
    size = both.length;
  }

  /** Keeps a part of an array, which may be the one of these bytes, and nothing else. */
  void keep(byte[] source, int from, int to) {
    if (from == to) {
      clear();
      return;
    }
    if (source != bytes) {
      bytes = Arrays.copyOfRange(source, from, to);
    } else if (from > 0) {
      System.arraycopy(source, from, bytes, 0, to - from);
    }
    size = to - from;
  }

  void clear() {
    bytes = NONE;
    size = 0;
  }
}
