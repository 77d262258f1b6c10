package io.snowbraid.sample;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Imports the cities when the application starts, and prints the report. */
@Component
class ImportRunner implements ApplicationRunner {

  private final CityImport cityImport;
  private final ImportReport report;
  private final AdjustableClock clock;
  private final ImportProgress progress;
  private volatile @Nullable ReportFigures figures;

  ImportRunner(
      CityImport cityImport, ImportReport report, AdjustableClock clock, ImportProgress progress) {
    this.cityImport = cityImport;
    this.report = report;
    this.clock = clock;
    this.progress = progress;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    System.out.println("Importing the world's cities. The report follows shortly.");
    CityImport.Result imported = cityImport.run();
    int addedBySql = cityImport.addBySql();
    clock.setRight();
    ReportFigures measured = report.of(imported, addedBySql);
    figures = measured;
    progress.end();
    new PrintStream(System.out, true, StandardCharsets.UTF_8).println(ReportText.of(measured));
  }

  /** Returns the figures of the import; empty while it runs. */
  Optional<ReportFigures> figures() {
    return Optional.ofNullable(figures);
  }
}
