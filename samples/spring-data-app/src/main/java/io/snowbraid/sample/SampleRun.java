package io.snowbraid.sample;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Imports the cities when the application starts, and prints the report. */
@Component
class SampleRun implements ApplicationRunner {

  private final CityImport cityImport;
  private final Report report;
  private final AdjustableClock clock;
  private final ImportProgress progress;
  private volatile String text = "";

  SampleRun(CityImport cityImport, Report report, AdjustableClock clock, ImportProgress progress) {
    this.cityImport = cityImport;
    this.report = report;
    this.clock = clock;
    this.progress = progress;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    CityImport.Result imported = cityImport.run();
    int addedBySql = cityImport.addBySql();
    clock.setRight();
    text = report.of(imported, addedBySql);
    progress.end();
    new PrintStream(System.out, true, StandardCharsets.UTF_8).println(text);
  }

  /** The printed report, empty while the import runs. */
  String text() {
    return text;
  }
}
