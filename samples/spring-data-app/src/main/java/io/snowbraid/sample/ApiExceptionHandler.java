package io.snowbraid.sample;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/** Answers bad requests with application/problem+json, which says what is wrong. */
@RestControllerAdvice(assignableTypes = CityRestController.class)
class ApiExceptionHandler extends ResponseEntityExceptionHandler {

  @ExceptionHandler
  ProblemDetail badRequest(IllegalArgumentException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, unreadable(e.getCause()));
    return handleExceptionInternal(e, problem, headers, status, request);
  }

  private static String unreadable(@Nullable Throwable cause) {
    if (cause instanceof JacksonException json && !json.getPath().isEmpty()) {
      return "the field has no value of its type: field=" + json.getPath().get(0).getPropertyName();
    }
    return "the body must be a JSON object such as"
        + " {\"name\": \"Snowville\", \"country\": \"IS\", \"population\": 1200}";
  }
}
