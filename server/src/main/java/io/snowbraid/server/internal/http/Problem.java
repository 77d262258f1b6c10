package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.internal.Durations;
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.server.internal.services.OccasionalWarning;
import java.time.Duration;

/** Makes the answers to failed requests: problem details of RFC 9457. */
public final class Problem {

  private static final AsciiString TYPE = AsciiString.cached("application/problem+json");

  private static final String LOGIN = "Basic realm=\"snowbraid\", charset=\"UTF-8\"";

  private static final Duration MAX_RETRY = Duration.ofMinutes(1);

  private static final OccasionalWarning UNEXPECTED = new OccasionalWarning();

  private Problem() {}

  static Answer of(HttpResponseStatus status, String detail) {
    String body =
        """
        {"type":"about:blank","title":%s,"status":%s,"detail":%s}\
        """
            .formatted(Json.text(status.reasonPhrase()), status.code(), Json.text(detail));
    return Answer.of(status, TYPE, body);
  }

  static Answer methodNotAllowed(String method, String allowed) {
    return of(
            HttpResponseStatus.METHOD_NOT_ALLOWED,
            "method must be allowed: method=" + method + ", allowed=" + allowed)
        .with(HttpHeaderNames.ALLOW, allowed);
  }

  static Answer notFound(String path) {
    return of(
        HttpResponseStatus.NOT_FOUND,
        "path must exist: path="
            + path
            + "; use /ids, /ids/{id}, /blocks/{name}, /segments/{tag}, /health/live, /health/ready"
            + " or /metrics, or turn on the endpoints of Leaf, Tinyid or Camellia");
  }

  /** Describes a call's failure. */
  public static Answer of(RuntimeException failure) {
    if (failure instanceof RequestFailure wrong) {
      Answer refused = of(wrong.status(), ErrorText.forClients(failure));
      if (wrong.status().equals(HttpResponseStatus.UNAUTHORIZED)) {
        return refused.with(HttpHeaderNames.WWW_AUTHENTICATE, LOGIN);
      }
      boolean isLater = wrong.status().equals(HttpResponseStatus.SERVICE_UNAVAILABLE);
      return isLater ? refused.retryAfterSeconds(1) : refused;
    }
    String detail = ErrorText.forClients(failure);
    if (ErrorText.reason(failure) instanceof IllegalArgumentException) {
      return of(HttpResponseStatus.BAD_REQUEST, detail);
    }
    if (ErrorText.isUnknownTag(failure)) {
      return of(HttpResponseStatus.NOT_FOUND, detail);
    }
    if (ErrorText.isTemporary(failure)) {
      return of(HttpResponseStatus.SERVICE_UNAVAILABLE, detail).retryAfterSeconds(seconds(failure));
    }
    if (ErrorText.isOfTheServer(failure)) {
      return of(HttpResponseStatus.INTERNAL_SERVER_ERROR, detail);
    }
    UNEXPECTED.log("a request failed unexpectedly", failure);
    return of(HttpResponseStatus.INTERNAL_SERVER_ERROR, "the server failed; see its log");
  }

  /** Returns when to retry: within a minute, because clocks that are behind are corrected. */
  private static int seconds(RuntimeException failure) {
    return failure instanceof IdsUnavailableException later
        ? (int) Durations.min(later.retryAfter(), MAX_RETRY).plusNanos(999_999_999).toSeconds()
        : 1;
  }
}
