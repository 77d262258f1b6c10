package io.snowbraid.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes what readers must know about a run to interpret its values. */
final class ReportHeader {

  private static final Path CPUS = Path.of("/proc/cpuinfo");
  private static final Path CLOCK =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  private ReportHeader() {}

  static String text(BenchmarkOptions settings) {
    return """
    # What an id costs

    - Machine: %s, %d processors, %s %s, clock source %s
    - JDK: %s %s (%s)
    - JMH %s, one fork for each figure, the JVM's default settings; bursts: %s; sustained: %s; latency: %s%s
    - ± is half of the 99.9 %% confidence interval of the mean. "x" is how many times the median of the named row: unlike the mean it holds no pauses, of this JVM or made by other processes.

    %s\
    """
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            firstLine(CLOCK),
            System.getProperty("java.vm.name"),
            System.getProperty("java.runtime.version"),
            System.getProperty("java.vendor"),
            Versions.of("jmh"),
            settings.bursts(),
            settings.sustained(),
            settings.latency(),
            settings.quick() ? "\n- **A quick run: the figures are rough.**" : "",
            entrants());
  }

  private static MarkdownTable entrants() {
    MarkdownTable table = MarkdownTable.ofText("entrant", "version", "ids a ms", "set up");
    for (BenchmarkedGenerator entrant : BenchmarkedGenerator.values()) {
      table.add(
          List.of(
              entrant.label(),
              Versions.of(entrant.artifact()),
              entrant.perMilli(),
              entrant.setup()));
    }
    return table;
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(CPUS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("?");
    } catch (IOException e) {
      return "?"; // not Linux
    }
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "?"; // not Linux
    }
  }
}
