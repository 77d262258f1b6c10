package io.snowbraid.server.internal.legacy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.Json;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Imitates how servers on Spring Boot read parameters and report errors. */
final class SpringBoot {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx").withZone(ZoneOffset.UTC);

  private SpringBoot() {}

  /** Thrown if a parameter is missing or has the wrong type. */
  private static final class WrongParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception without a stack trace, because any client can cause it. */
    WrongParameterException() {
      super("parameter must be present and have the right type", null, false, false);
    }
  }

  /** Answers requests with invalid parameters like Spring Boot 2. */
  static Route.Handler handler(Route.Handler handler) {
    return request -> {
      try {
        return handler.handle(request);
      } catch (WrongParameterException e) {
        return badRequest(request);
      }
    };
  }

  private static Outcome badRequest(Request request) {
    return Answer.of(
        HttpResponseStatus.BAD_REQUEST,
        Answer.JSON,
        """
        {"timestamp":"%s","status":400,"error":"Bad Request","path":%s}\
        """
            .formatted(TIME.format(Instant.now()), Json.text(request.path)));
  }

  static String text(Request request, String name) {
    return require(request.parameter(name));
  }

  static long integer(Request request, String name) {
    try {
      return Long.parseLong(text(request, name));
    } catch (NumberFormatException e) {
      throw new WrongParameterException();
    }
  }

  /** Returns a 32-bit parameter. */
  static int count(Request request, String name) {
    long count = integer(request, name);
    return require((int) count == count ? (Integer) (int) count : null);
  }

  private static <T> T require(@Nullable T value) {
    if (value == null) {
      throw new WrongParameterException();
    }
    return value;
  }

  /** Makes Spring Boot 1's answer to a request whose handler threw an exception. */
  static Answer thrown(Request request, String exception, String message) {
    return Answer.of(
        HttpResponseStatus.INTERNAL_SERVER_ERROR,
        Answer.JSON,
        """
        {"timestamp":%s,"status":500,"error":"Internal Server Error","exception":%s,"message":%s,\
        "path":%s}\
        """
            .formatted(
                System.currentTimeMillis(),
                Json.text(exception),
                Json.text(message),
                Json.text(request.path)));
  }
}
