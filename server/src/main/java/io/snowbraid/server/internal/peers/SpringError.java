package io.snowbraid.server.internal.peers;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.Json;
import io.snowbraid.server.internal.http.Request;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Makes the answers that servers on Spring Boot give before or after their own code runs. */
final class SpringError {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx").withZone(ZoneOffset.UTC);

  private final InstantSource clock;

  SpringError(InstantSource clock) {
    this.clock = clock;
  }

  /** Makes the answer of Spring Boot 2 to a request whose parameters are wrong. */
  Answer badRequest(Request request) {
    return Answer.of(
        HttpResponseStatus.BAD_REQUEST,
        Answer.JSON,
        "{\"timestamp\":\""
            + TIME.format(Instant.ofEpochMilli(clock.millis()))
            + "\",\"status\":400,\"error\":\"Bad Request\",\"path\":"
            + Json.text(request.path())
            + "}");
  }

  /** Makes the answer of Spring Boot 1 to a request whose code threw an exception. */
  Answer thrown(Request request, String exception, String message) {
    return Answer.of(
        HttpResponseStatus.INTERNAL_SERVER_ERROR,
        Answer.JSON,
        "{\"timestamp\":"
            + clock.millis()
            + ",\"status\":500,\"error\":\"Internal Server Error\",\"exception\":"
            + Json.text(exception)
            + ",\"message\":"
            + Json.text(message)
            + ",\"path\":"
            + Json.text(request.path())
            + "}");
  }
}
