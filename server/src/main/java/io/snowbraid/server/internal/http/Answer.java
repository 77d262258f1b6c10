package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP answer.
 *
 * @param header the name of a further header; null for none
 * @param whenSent called once, when the answer no longer takes memory; null for no call
 */
public record Answer(
    HttpResponseStatus status,
    AsciiString type,
    String body,
    @Nullable AsciiString header,
    String value,
    @Nullable Runnable whenSent)
    implements Outcome {

  public static final AsciiString JSON = AsciiString.cached("application/json");
  static final AsciiString TEXT = AsciiString.cached("text/plain;charset=UTF-8");

  public static Answer of(HttpResponseStatus status, AsciiString type, String body) {
    return new Answer(status, type, body, null, "", null);
  }

  public static Answer json(String body) {
    return of(HttpResponseStatus.OK, JSON, body);
  }

  public static Answer text(String body) {
    return of(HttpResponseStatus.OK, TEXT, body);
  }

  Answer with(AsciiString name, String text) {
    return new Answer(status, type, body, name, text, whenSent);
  }

  Answer whenSent(Runnable action) {
    return new Answer(status, type, body, header, value, action);
  }

  @Override
  public void discard() {
    if (whenSent != null) {
      whenSent.run();
    }
  }

  /** Adds a Retry-After header. */
  Answer retryAfterSeconds(int seconds) {
    return with(HttpHeaderNames.RETRY_AFTER, Integer.toString(seconds));
  }
}
