package io.snowbraid.server.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A user and a secret of HTTP Basic authentication. */
record Credentials(String user, String secret) {

  private static final String BASIC = "Basic ";

  /** Parses an Authorization header; null if it contains no user. */
  static @Nullable Credentials of(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return null;
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
      String text = new String(decoded, StandardCharsets.UTF_8);
      int colon = text.indexOf(':');
      return colon < 0
          ? null
          : new Credentials(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException e) { // not Base64
      return null;
    }
  }

  @Override
  public String toString() {
    return "Credentials[" + user + "]";
  }
}
