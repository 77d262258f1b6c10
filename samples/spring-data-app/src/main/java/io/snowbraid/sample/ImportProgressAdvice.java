package io.snowbraid.sample;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Serves the import's progress for all pages, and makes them reload when the import has ended. */
@Controller
class ImportProgressAdvice {

  private final ImportProgress progress;

  ImportProgressAdvice(ImportProgress progress) {
    this.progress = progress;
  }

  @GetMapping("/import")
  String banner(HttpServletResponse response) {
    if (!progress.isRunning()) {
      response.setHeader("HX-Refresh", "true");
    }
    return "fragments :: import";
  }
}
