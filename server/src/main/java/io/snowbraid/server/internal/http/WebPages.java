package io.snowbraid.server.internal.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes requests that a web page makes a browser send. Otherwise any page could use up ids or
 * move tags of a server on the user's own machine.
 */
final class WebPages {

  private static final String SITE = "sec-fetch-site";

  private WebPages() {}

  /** Recognizes pages by headers that browsers add and pages cannot change. */
  static boolean isForeign(HttpHeaders headers) {
    String site = headers.get(SITE, "none");
    return !(site.equals("none") || site.equals("same-origin"))
        || headers.contains(HttpHeaderNames.ORIGIN);
  }

  /** Returns whether only programs on this machine can connect. */
  static boolean listensOnLoopback(Channel channel) {
    Channel listener = channel.parent();
    return listener != null
        && listener.localAddress() instanceof InetSocketAddress address
        && address.getAddress().isLoopbackAddress();
  }

  /**
   * Rejects a request for a host name other than the loopback. The author of a page may point such
   * a name to the loopback, and browsers would then treat the server as a part of the page's site.
   *
   * @param host as in the Host header, or the target of a request to a proxy; null if there is none
   * @throws RequestFailure if a host is given and is not the loopback
   */
  static void requireLoopback(@Nullable String host) {
    if (host != null && !isLoopback(host.replaceFirst(":[0-9]*$", ""))) {
      throw new RequestFailure(
          HttpResponseStatus.FORBIDDEN,
          "Host must be localhost or a loopback address: host="
              + host
              + "; use such a host, or set users");
    }
  }

  private static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.equals("localhost") || name.endsWith(".localhost")) {
      return true;
    }
    InetAddress address = address(name);
    return address != null && address.isLoopbackAddress();
  }

  private static @Nullable InetAddress address(String name) {
    boolean isVersion6 = name.startsWith("[") && name.endsWith("]");
    String text = isVersion6 ? name.substring(1, name.length() - 1) : name;
    return NetUtil.createInetAddressFromIpAddressString(text);
  }
}
