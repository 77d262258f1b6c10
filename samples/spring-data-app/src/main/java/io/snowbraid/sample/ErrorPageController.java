package io.snowbraid.sample;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.error.ErrorAttributes;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.context.request.ServletWebRequest;

/** Answers failed requests: browsers with a page, other clients with a problem detail. */
@Controller
@ConditionalOnWebApplication
@RequestMapping("${spring.web.error.path:/error}")
class ErrorPageController implements ErrorController {

  private final ErrorAttributes errors;

  ErrorPageController(ErrorAttributes errors) {
    this.errors = errors;
  }

  @RequestMapping(produces = MediaType.TEXT_HTML_VALUE)
  String page(HttpServletRequest request, HttpServletResponse response, Model model) {
    ProblemDetail problem = problemOf(request);
    response.setStatus(problem.getStatus());
    model.addAttribute("problem", problem);
    return "error";
  }

  @RequestMapping
  ResponseEntity<ProblemDetail> problem(HttpServletRequest request) {
    return ResponseEntity.of(problemOf(request)).build();
  }

  private ProblemDetail problemOf(HttpServletRequest request) {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    return ProblemText.of(
        HttpStatusCode.valueOf(status instanceof Integer code ? code : 404),
        errors.getError(new ServletWebRequest(request)),
        String.valueOf(path == null ? request.getRequestURI() : path));
  }
}
