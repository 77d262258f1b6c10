package io.snowbraid.server.program;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Says where a server can be reached, and how to try it on the same machine.
 *
 * @param isEncrypted whether clients have to use TLS
 */
record Announcement(boolean isEncrypted) {

  private static final String DEFAULT_HOST = "127.0.0.1";

  /** Announces the port of the Redis protocol. */
  String ofRedis(InetSocketAddress address) {
    String host = host(address.getAddress());
    return "Snowbraid issues ids on "
        + NetUtil.toSocketAddressString(address)
        + System.lineSeparator()
        + "try: redis-cli "
        + (host.equals(DEFAULT_HOST) ? "" : "-h " + host + " ")
        + "-p "
        + address.getPort()
        + (isEncrypted ? " --tls" : "")
        + " GETID";
  }

  String ofHttp(InetSocketAddress address) {
    return "and by HTTP: curl "
        + (isEncrypted ? "https://" : "http://")
        + NetUtil.toSocketAddressString(host(address.getAddress()), address.getPort())
        + "/ids";
  }

  /** Returns a host that clients can reach; the address of all interfaces is none. */
  private static String host(InetAddress address) {
    return address.isAnyLocalAddress() ? DEFAULT_HOST : NetUtil.toAddressString(address);
  }
}
