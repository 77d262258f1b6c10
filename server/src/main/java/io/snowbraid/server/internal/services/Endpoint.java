package io.snowbraid.server.internal.services;

import io.netty.util.NetUtil;

/**
 * The address where clients reach a server.
 *
 * @param host a name or an address; an IPv6 address without brackets
 * @param port from 1 to 65,535
 */
public record Endpoint(String host, int port) {

  private static final int LARGEST_PORT = 65_535;

  /**
   * Parses an endpoint.
   *
   * @param text {@code host:port}; an IPv6 address may have brackets
   * @throws IllegalArgumentException if the text is no endpoint
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, Math.max(0, colon));
    String bare = host.replaceFirst("^\\[(.*)]$", "$1");
    int port = port(text.substring(colon + 1));
    if (!isHost(bare) || port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "address must be host:port, such as ids-1.example.com:7878: address=" + text);
    }
    return new Endpoint(bare, port);
  }

  private static boolean isHost(String host) {
    return host.matches("[A-Za-z0-9._-]+") || NetUtil.isValidIpV6Address(host);
  }

  private static int port(String digits) {
    return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
  }

  /** Returns the form that Redis Cluster clients expect, without brackets. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
