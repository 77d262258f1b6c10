package io.snowbraid.sample;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Says what is wrong with a request, without class names. */
final class ProblemText {

  private ProblemText() {}

  static ProblemDetail of(HttpStatusCode status, @Nullable Throwable cause, String path) {
    return ProblemDetail.forStatusAndDetail(status, detail(status, cause, path));
  }

  private static String detail(HttpStatusCode status, @Nullable Throwable cause, String path) {
    if (status.isSameCodeAs(HttpStatus.NOT_FOUND)) {
      return "There is no page at " + path + ".";
    } else if (status.is5xxServerError()) {
      return "The application could not answer. Its console says why.";
    } else if (cause instanceof MethodArgumentTypeMismatchException mismatch) {
      return detail(mismatch);
    }
    String own = cause instanceof ErrorResponse response ? response.getBody().getDetail() : null;
    return own == null ? "The request cannot be answered." : own;
  }

  static String detail(MethodArgumentTypeMismatchException mismatch) {
    String name = mismatch.getName();
    return name + " must be " + form(mismatch) + ": " + name + "=" + mismatch.getValue();
  }

  private static String form(MethodArgumentTypeMismatchException mismatch) {
    Class<?> type = mismatch.getParameter().getParameterType();
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(String::valueOf)
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    return type == Duration.class ? "a duration such as PT1H" : "a whole number";
  }
}
