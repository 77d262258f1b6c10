package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.UnknownTagException;
import io.snowbraid.server.internal.services.ErrorText;

/** Makes the answers to requests that fail: problem details by RFC 9457. */
public final class Problem {

  private static final AsciiString TYPE = AsciiString.cached("application/problem+json");

  private static final OccasionalWarning UNEXPECTED = new OccasionalWarning();

  private Problem() {}

  static Answer of(HttpResponseStatus status, String detail) {
    String body =
        "{\"type\":\"about:blank\",\"title\":"
            + Json.text(status.reasonPhrase())
            + ",\"status\":"
            + status.code()
            + ",\"detail\":"
            + Json.text(detail)
            + "}";
    return Answer.of(status, TYPE, body);
  }

  static Answer methodNotAllowed(String method, String allowed) {
    return of(
            HttpResponseStatus.METHOD_NOT_ALLOWED,
            "method must be one of those allowed: method=" + method + ", allowed=" + allowed)
        .with(HttpHeaderNames.ALLOW, allowed);
  }

  static Answer notFound(String path) {
    return of(
        HttpResponseStatus.NOT_FOUND,
        "path must be one that is served: path="
            + path
            + "; /ids, /ids/{id}, /segments/{tag}, /health/live, /health/ready and /metrics are,"
            + " and those of other servers if their settings are on");
  }

  /** Describes why a call failed. */
  public static Answer of(RuntimeException failure) {
    if (failure instanceof RequestFailure wrong) {
      Answer refused = of(wrong.status(), message(failure));
      boolean isLater = wrong.status().equals(HttpResponseStatus.SERVICE_UNAVAILABLE);
      return isLater ? refused.retryAfterSeconds(1) : refused;
    }
    if (failure instanceof IllegalArgumentException) {
      return of(HttpResponseStatus.BAD_REQUEST, message(failure));
    }
    if (isUnknownTag(failure)) {
      return of(HttpResponseStatus.NOT_FOUND, message(failure));
    }
    if (failure.getCause() instanceof SegmentRejectedException) {
      return of(HttpResponseStatus.CONFLICT, message(failure));
    }
    if (isTemporary(failure)) {
      return of(HttpResponseStatus.SERVICE_UNAVAILABLE, message(failure)).retryAfterSeconds(1);
    }
    UNEXPECTED.log("a request failed unexpectedly", failure);
    return of(HttpResponseStatus.INTERNAL_SERVER_ERROR, "the server failed; see its log");
  }

  /** Returns whether a call failed because there is no such tag. */
  public static boolean isUnknownTag(RuntimeException failure) {
    return failure instanceof UnknownTagException
        || failure.getCause() instanceof UnknownTagException;
  }

  private static boolean isTemporary(RuntimeException failure) {
    return failure instanceof SnowbraidException || failure instanceof IllegalStateException;
  }

  /** Returns what clients are told of a failure. */
  public static String message(RuntimeException failure) {
    return ErrorText.forClients(failure);
  }
}
