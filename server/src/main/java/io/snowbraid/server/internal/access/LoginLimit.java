package io.snowbraid.server.internal.access;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the passwords that are checked at a time, or were refused lately: in all, and of one
 * origin, so that someone who guesses leaves room for others.
 *
 * <p>Thread-safe.
 */
public final class LoginLimit {

  static final int MAX = 256;
  static final int MAX_PER_ORIGIN = 16;

  /** Who has an IPv6 address has all others with the same beginning. */
  private static final int NETWORK_BYTES = 8;

  private final Map<Object, Integer> takenByOrigin = new HashMap<>();
  private int taken;

  /** Returns whose attempts those from an address are. */
  public static Object origin(SocketAddress address) {
    if (!(address instanceof InetSocketAddress socket)) {
      return address;
    }
    return socket.getAddress() instanceof Inet6Address wide
        ? ByteBuffer.wrap(wide.getAddress(), 0, NETWORK_BYTES)
        : socket.getAddress();
  }

  /** Takes a place. Returns false if none is free. */
  synchronized boolean take(Object origin) {
    int ofOrigin = takenByOrigin.getOrDefault(origin, 0);
    if (taken == MAX || ofOrigin == MAX_PER_ORIGIN) {
      return false;
    }
    taken++;
    takenByOrigin.put(origin, ofOrigin + 1);
    return true;
  }

  synchronized void release(Object origin) {
    taken--;
    takenByOrigin.computeIfPresent(origin, (same, count) -> count == 1 ? null : count - 1);
  }
}
