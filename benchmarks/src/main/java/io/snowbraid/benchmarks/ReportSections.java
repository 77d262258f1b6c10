package io.snowbraid.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** Measures the scenarios and reports the results. */
final class ReportSections {

  private static final List<Integer> CONTENDING = List.of(2, 8);
  private static final int BULK = 1_000;

  private final BenchmarkOptions settings;
  private final JmhRunner runner = new JmhRunner();

  ReportSections(BenchmarkOptions settings) {
    this.settings = settings;
  }

  /** Measures one scenario; this takes minutes. */
  String measure(Scenario scenario) {
    return switch (scenario) {
      case ONE_THREAD -> oneThread();
      case THREADS -> threads(ThreadKind.PLATFORM);
      case VIRTUAL_THREADS -> virtualThreads();
      case SUSTAINED -> sustained();
      case BULK -> bulk();
      case LATENCY -> latency();
      case THREAD_COUNT -> threadCount();
      case BULK_SIZE -> bulkSize();
      case ENTITIES -> new EntitySections(settings).stored();
      case START_UP -> new EntitySections(settings).startUp();
      case SEGMENTS -> attempt("Segments", new SegmentSection(settings, runner)::measure);
      case TEXTS -> new TextSection(settings, runner).measure();
      case SERVER -> attempt("Server", new ServerSection(settings)::measure);
      case KEYS -> attempt("Numbers per key", new KeySection(settings)::measure);
      case SQL_EMBEDDED -> new SqlSection(settings, runner).measure();
      case SQL_POSTGRESQL -> attempt("Ids made by PostgreSQL", this::postgres);
      case PRIMARY_KEYS -> attempt("Primary keys in PostgreSQL", this::primaryKeys);
      case PRIMARY_KEYS_MARIADB ->
          attempt("Primary keys in MariaDB", new MariaDbKeys(settings)::measure);
      case DENSITY -> attempt("Density of an index", new IndexDensity(settings)::measure);
      case SCHEMA -> attempt("A whole schema", new WholeSchema(settings)::measure);
      case DEFAULT_WORKERS ->
          attempt("Worker numbers that nobody has set", new DefaultWorkers(settings)::measure);
      case ORDER -> new OrderAcrossProcesses().measure();
      case SCALE ->
          attempt("Many generators on one table", new ManyGenerators(settings.quick())::measure);
    };
  }

  /** A section that needs servers, which may fail. */
  interface Section {
    String measure() throws IOException, SQLException, InterruptedException;
  }

  /** Measures a section; a failure must not discard the values of the others. */
  static String attempt(String title, Section section) {
    try {
      return section.measure();
    } catch (SQLException | IOException | RuntimeException e) {
      e.printStackTrace();
      return "## " + title + "\n\nFailed: see standard error.\n";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "## " + title + "\n\nInterrupted.\n";
    }
  }

  private String oneThread() {
    return """
    ## One thread, within what each may issue

    Bursts of 2,000 fit into a millisecond of every entrant; bursts of 100,000 only into that of those that may run ahead.

    %s\
    """
        .formatted(comparison(1, ThreadKind.PLATFORM).measure(runner));
  }

  private Comparison comparison(int threads, ThreadKind kind) {
    return new Comparison(
        settings,
        threads,
        kind,
        0,
        BenchmarkedGenerator.COUNTER,
        EnumSet.of(BenchmarkedGenerator.ARRAY));
  }

  private String threads(ThreadKind kind) {
    StringBuilder text = new StringBuilder();
    for (int threads : CONTENDING) {
      text.append(
          """
          ## %d %s threads

          The time until all threads are done, divided by the ids of all. With more threads than processors, a burst of 2,000 is mostly their changing places; the limits show how much. The clock shares nothing: unless its figure is that of one thread divided by the processors in use, other processes had them.

          %s
          """
              .formatted(
                  threads,
                  kind.name().toLowerCase(Locale.ROOT),
                  comparison(threads, kind).measure(runner)));
    }
    return text.toString().stripTrailing() + "\n";
  }

  private String virtualThreads() {
    return ThreadKind.areVirtualThere()
        ? threads(ThreadKind.VIRTUAL)
        : "## Virtual threads\n\nNot measured: they need JDK 21 or later.\n";
  }

  private String sustained() {
    Map<BenchmarkedGenerator, Optional<RunResult>> results =
        new EnumMap<>(BenchmarkedGenerator.class);
    for (BenchmarkedGenerator entrant :
        EnumSet.complementOf(EnumSet.of(BenchmarkedGenerator.ARRAY))) {
      results.put(entrant, runner.sustained(settings, entrant));
    }
    MeasuredValue counter = sustained(results, BenchmarkedGenerator.COUNTER);
    MeasuredValue own = sustained(results, BenchmarkedGenerator.SNOWBRAID);
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "entrant",
                "ids a second",
                "ns an id",
                "x getAndIncrement",
                "x Snowbraid",
                "bytes an id"));
    for (BenchmarkedGenerator entrant : results.keySet()) {
      MeasuredValue figure = sustained(results, entrant);
      table.add(
          List.of(
              entrant.label(),
              figure.withError(),
              MeasuredValue.number(TimeUnit.SECONDS.toNanos(1) / figure.mean()),
              figure.times(counter),
              figure.times(own),
              bytes(results, entrant)));
    }
    return """
    ## Sustained throughput and allocation, one thread

    Without a pause: most are held back by the ids that a millisecond has room for. Bytes are those of all threads, the generator's own included. "x" compares ids a second.

    %s\
    """
        .formatted(table);
  }

  private static MeasuredValue sustained(
      Map<BenchmarkedGenerator, Optional<RunResult>> results, BenchmarkedGenerator entrant) {
    return JmhRunner.primary(results.getOrDefault(entrant, Optional.empty()));
  }

  private static String bytes(
      Map<BenchmarkedGenerator, Optional<RunResult>> results, BenchmarkedGenerator entrant) {
    return results.getOrDefault(entrant, Optional.empty()).map(ReportSections::bytes).orElse("");
  }

  private static String bytes(RunResult run) {
    for (Result<?> result : run.getSecondaryResults().values()) {
      if (result.getLabel().endsWith("gc.alloc.rate.norm")) {
        return MeasuredValue.number(result.getScore());
      }
    }
    return "?";
  }

  private String bulk() {
    Comparison comparison =
        new Comparison(
            settings,
            1,
            ThreadKind.PLATFORM,
            BULK,
            BenchmarkedGenerator.ARRAY,
            EnumSet.of(BenchmarkedGenerator.CLOCK));
    return """
    ## Arrays of 1,000 ids, one thread

    Snowbraid by `nextIds(long[])`, the others by a loop, as they have no such call.

    %s\
    """
        .formatted(comparison.measure(runner));
  }

  private String latency() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("ns a call", "after 1 ms of sleep", "p50", "p99", "p99.9", "max", "calls"));
    for (int burst : List.of(1, 1_000)) {
      for (LatencyBenchmark.Subject subject : LatencyBenchmark.Subject.values()) {
        List<String> row = new ArrayList<>(List.of(subject.label(), grouped(burst)));
        runner
            .latency(settings, subject, burst)
            .map(result -> result.getPrimaryResult().getStatistics())
            .ifPresentOrElse(calls -> row.addAll(percentiles(calls)), () -> row.add("failed"));
        table.add(row);
      }
    }
    return """
    ## Latency of one call

    %s\
    """
        .formatted(table);
  }

  private static List<String> percentiles(Statistics calls) {
    return List.of(
        MeasuredValue.number(calls.getPercentile(50)),
        MeasuredValue.number(calls.getPercentile(99)),
        MeasuredValue.number(calls.getPercentile(99.9)),
        MeasuredValue.number(calls.getMax()),
        grouped(calls.getN()));
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private String threadCount() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("threads", "ns an id", "median", "getAndIncrement", "x getAndIncrement"));
    for (int threads : settings.threadCounts()) {
      table.add(
          pair(
              threads,
              entrant ->
                  new BurstParameters(
                      entrant, BurstBenchmark.LONG, threads, ThreadKind.PLATFORM, 0),
              BenchmarkedGenerator.COUNTER));
    }
    return """
    ## Snowbraid by number of threads

    Bursts of 100,000 ids.

    %s\
    """
        .formatted(table);
  }

  private String bulkSize() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("ids at once", "ns an id", "median", "array fill", "x array fill"));
    for (int size : settings.bulkSizes()) {
      int ids = Math.max(BurstBenchmark.LONG, size);
      table.add(
          pair(
              size,
              entrant -> new BurstParameters(entrant, ids, 1, ThreadKind.PLATFORM, size),
              BenchmarkedGenerator.ARRAY));
    }
    return """
    ## Snowbraid by ids at once, one thread

    Bursts of 100,000 ids, or of one array if that is larger.

    %s\
    """
        .formatted(table);
  }

  private String postgres() throws SQLException, IOException {
    try (PostgresRates rates = new PostgresRates(settings)) {
      return """
      ## Ids made by %s

      %s\
      """
          .formatted(rates.version(), rates.measure());
    }
  }

  private String primaryKeys() throws SQLException, IOException {
    try (PrimaryKeys keys = new PrimaryKeys(settings)) {
      return keys.measure();
    }
  }

  private List<String> pair(
      int size, Function<BenchmarkedGenerator, BurstParameters> burst, BenchmarkedGenerator base) {
    MeasuredValue own = runner.burst(settings, burst.apply(BenchmarkedGenerator.SNOWBRAID));
    MeasuredValue limit = runner.burst(settings, burst.apply(base));
    return List.of(
        grouped(size),
        own.withError(),
        MeasuredValue.number(own.median()),
        MeasuredValue.number(limit.median()),
        own.times(limit));
  }
}
