package io.snowbraid.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * An answer.
 *
 * @param header the name of a further header; null for none
 */
record Answer(
    HttpResponseStatus status,
    AsciiString type,
    String body,
    @Nullable AsciiString header,
    String value)
    implements Outcome {

  static final AsciiString JSON = AsciiString.cached("application/json");
  static final AsciiString TEXT = AsciiString.cached("text/plain;charset=UTF-8");

  static Answer of(HttpResponseStatus status, AsciiString type, String body) {
    return new Answer(status, type, body, null, "");
  }

  static Answer json(String body) {
    return of(HttpResponseStatus.OK, JSON, body);
  }

  static Answer text(String body) {
    return of(HttpResponseStatus.OK, TEXT, body);
  }

  Answer with(AsciiString name, String text) {
    return new Answer(status, type, body, name, text);
  }

  /** Adds when to ask again. */
  Answer retryAfterSeconds(int seconds) {
    return with(HttpHeaderNames.RETRY_AFTER, Integer.toString(seconds));
  }
}
