package io.snowbraid.server.internal.access;

import java.net.InetAddress;

/** Prevents servers from being exposed by accident. */
public final class Protection {

  private Protection() {}

  /** Checks that the server may listen on an address. */
  public static void require(
      InetAddress bind, boolean isUnprotected, boolean hasUsers, boolean hasTls) {
    if (!bind.isLoopbackAddress() && !isUnprotected && !(hasUsers && hasTls)) {
      throw new IllegalArgumentException(
          "address must be a loopback address unless users and TLS are set: bind="
              + bind.getHostAddress()
              + ", users="
              + hasUsers
              + ", tls="
              + hasTls
              + "; set both, or set unprotected if every client that can reach the address may use"
              + " the server");
    }
  }
}
