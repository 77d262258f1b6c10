package io.snowbraid.sample;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Serves the report: as a page to browsers, as plain text to other clients. */
@Controller
class ReportPageController {

  private static final MediaType TEXT = new MediaType("text", "plain", StandardCharsets.UTF_8);

  private final ImportRunner run;
  private final ImportProgress progress;

  ReportPageController(ImportRunner run, ImportProgress progress) {
    this.run = run;
    this.progress = progress;
  }

  @GetMapping(path = "/report", produces = MediaType.TEXT_HTML_VALUE)
  String page(HttpServletRequest request, Model model) {
    model.addAttribute("address", request.getRequestURL());
    run.figures().ifPresent(figures -> model.addAttribute("figures", figures));
    return "report";
  }

  /**
   * Serves plain text to clients without a preference, such as curl; so this method declares no
   * produced type.
   */
  @GetMapping("/report")
  ResponseEntity<String> text() {
    Optional<ReportFigures> figures = run.figures();
    if (figures.isEmpty()) {
      return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
          .header(HttpHeaders.RETRY_AFTER, "1")
          .contentType(TEXT)
          .body(progress.sentence() + "\n");
    }
    return ResponseEntity.ok().contentType(TEXT).body(ReportText.of(figures.get()) + "\n");
  }
}
