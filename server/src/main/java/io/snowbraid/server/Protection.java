package io.snowbraid.server;

import java.net.InetAddress;

/** Keeps a server from giving ids to strangers by accident. */
final class Protection {

  private Protection() {}

  /** Checks that an address may be used. */
  static void require(InetAddress bind, boolean isUnprotected, boolean hasUsers, boolean hasTls) {
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
