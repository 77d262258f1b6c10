package io.snowbraid.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures the scenarios and prints tables in Markdown. */
public final class Main {

  private Main() {}

  /** Runs with the options in the system properties scenarios, quick and results. */
  public static void main(String[] args) throws IOException {
    BenchmarkOptions settings = BenchmarkOptions.fromSystem();
    StringBuilder report = new StringBuilder();
    tell(ReportHeader.text(settings), report, settings.results());
    ReportSections sections = new ReportSections(settings);
    for (Scenario scenario : settings.scenarios()) {
      tell(sections.measure(scenario), report, settings.results());
    }
  }

  /** Writes each part as soon as it is measured, so that an aborted run is not lost. */
  private static void tell(String part, StringBuilder report, Path results) throws IOException {
    System.out.println(part);
    report.append(part).append('\n');
    Files.writeString(results, report);
  }
}
