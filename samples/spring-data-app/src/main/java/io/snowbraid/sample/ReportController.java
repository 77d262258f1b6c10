package io.snowbraid.sample;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the report to a browser. */
@RestController
class ReportController {

  private final SampleRun run;

  ReportController(SampleRun run) {
    this.run = run;
  }

  @GetMapping(path = "/report", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
  String report() {
    return run.text();
  }
}
