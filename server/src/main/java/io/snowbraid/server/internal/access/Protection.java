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
          "address must be one of the loopback unless there are users and TLS: bind="
              + bind.getHostAddress()
              + ", users="
              + hasUsers
              + ", tls="
              + hasTls
              + "; set both, or unprotected if anyone who reaches the address may have ids");
    }
  }
}
