package io.snowbraid.server.program;

import io.netty.util.NetUtil;
import io.snowbraid.server.internal.services.Endpoint;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;

/** Finds an address where clients reach a server, even if it listens on all addresses. */
public final class AnnouncedAddress {

  private AnnouncedAddress() {}

  /**
   * Returns the address for clients, unless a setting says otherwise.
   *
   * @param listening the address on which the server listens
   */
  public static Endpoint of(InetSocketAddress listening) {
    InetAddress bound = listening.getAddress();
    InetAddress address = bound.isAnyLocalAddress() ? ofMachine() : bound;
    return new Endpoint(NetUtil.toAddressString(address), listening.getPort());
  }

  /** A machine's name often resolves to its loopback address, which other machines cannot reach. */
  private static InetAddress ofMachine() {
    try {
      InetAddress named = InetAddress.getLocalHost();
      return named.isLoopbackAddress() ? ofNetwork().orElse(named) : named;
    } catch (UnknownHostException e) {
      return ofNetwork().orElse(InetAddress.getLoopbackAddress());
    }
  }

  private static Optional<InetAddress> ofNetwork() {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(AnnouncedAddress::isUp)
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> address instanceof Inet4Address && !address.isLinkLocalAddress())
          .findFirst();
    } catch (SocketException e) {
      return Optional.empty();
    }
  }

  private static boolean isUp(NetworkInterface network) {
    try {
      return network.isUp() && !network.isLoopback();
    } catch (SocketException e) {
      return false;
    }
  }
}
