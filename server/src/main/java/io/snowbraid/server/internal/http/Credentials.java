package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.internal.access.Authenticator.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A user and a password by the scheme Basic. */
public record Credentials(String user, String password) {

  private static final String BASIC = "Basic ";

  /** Reads the header Authorization; null if it has no user. */
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

  /** Asks for a user and a password. */
  static Answer required() {
    return Problem.of(
            HttpResponseStatus.UNAUTHORIZED, "request must have a known user and its password")
        .with(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"snowbraid\", charset=\"UTF-8\"");
  }

  /** Makes the answer to a request whose password was not accepted. */
  static Answer refused(Verdict verdict) {
    return verdict == Verdict.BUSY
        ? Problem.of(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                "too many passwords are being checked; try again in some seconds")
            .retryAfterSeconds(2)
        : required();
  }

  @Override
  public String toString() {
    return "Credentials[" + user + "]";
  }
}
