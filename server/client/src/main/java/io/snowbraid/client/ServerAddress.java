package io.snowbraid.client;

import java.net.InetSocketAddress;

/** A server's host and port. Each connection resolves the host again. */
record ServerAddress(String host, int port) {

  private static final int DEFAULT_PORT = 7878;
  private static final int MAX = 65_535;

  /**
   * Parses {@code host}, {@code host:port}, {@code [IPv6 address]} or {@code [IPv6 address]:port}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  static ServerAddress parse(String text) {
    if (text.contains("@") || text.contains("/")) { // not shown, as it may contain a secret
      throw new IllegalArgumentException(
          "address must be host:port, without a scheme, user or path; pass a secret to"
              + " credentials(...)");
    }
    int colon = text.lastIndexOf(':');
    boolean hasPort = colon > text.lastIndexOf(']') && colon >= 0;
    String host = hasPort ? text.substring(0, colon) : text;
    int port = hasPort ? port(text.substring(colon + 1)) : DEFAULT_PORT;
    String bare = host.startsWith("[") && host.endsWith("]") ? inner(host) : host;
    boolean isAmbiguous = bare.equals(host) && host.contains(":");
    if (bare.isBlank() || isAmbiguous || port < 1 || port > MAX) {
      throw new IllegalArgumentException(
          "address must be a host with an optional port between 1 and 65535, such as"
              + " ids.example.com:7878 or [::1]:7878: address="
              + text);
    }
    return new ServerAddress(bare, port);
  }

  private static String inner(String bracketed) {
    return bracketed.substring(1, bracketed.length() - 1);
  }

  private static int port(String text) {
    return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }

  InetSocketAddress lookUp() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
