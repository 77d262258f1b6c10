package io.snowbraid.benchmarks;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs single benchmarks, each in a JVM of its own, and prints the progress to standard error. */
final class JmhRunner {

  private static final TimeValue TIMEOUT = TimeValue.seconds(60);

  private final long start = System.nanoTime();

  /** Measures the cost of an id in bursts, in nanoseconds. */
  MeasuredValue burst(BenchmarkOptions settings, BurstParameters burst) {
    ChainedOptionsBuilder options =
        options(BurstBenchmark.class, settings.bursts(), burst.parameters());
    if (burst.kind() == ThreadKind.VIRTUAL) {
      options.jvmArgsAppend(
          "-Djmh.executor=VIRTUAL"); // so that the measuring thread is virtual, too
    }
    return primary(run(options, burst.toString())).dividedBy(burst.issued());
  }

  /** Returns the value of a run, or a failure if the run has none. */
  static MeasuredValue primary(Optional<RunResult> result) {
    return result
        .map(run -> figure(run.getPrimaryResult()))
        .orElse(MeasuredValue.failed("see standard error"));
  }

  private static MeasuredValue figure(Result<?> score) {
    return MeasuredValue.of(
        score.getScore(), score.getScoreError(), score.getStatistics().getPercentile(50));
  }

  /** Measures throughput without idle time, and allocation. */
  Optional<RunResult> sustained(BenchmarkOptions settings, BenchmarkedGenerator entrant) {
    return run(
        options(SustainedBenchmark.class, settings.sustained(), Map.of("entrant", entrant.name()))
            .addProfiler(GCProfiler.class),
        "sustained: " + entrant.label());
  }

  /** Measures the latency of single calls. */
  Optional<RunResult> latency(
      BenchmarkOptions settings, LatencyBenchmark.Subject subject, int burst) {
    return run(
        options(
            LatencyBenchmark.class,
            settings.latency(),
            Map.of("subject", subject.name(), "burst", String.valueOf(burst))),
        "latency, " + burst + " at once: " + subject.label());
  }

  /**
   * Measures ids in SQL, in ids or rows per second.
   *
   * @param method the benchmark's method
   */
  MeasuredValue sql(
      BenchmarkOptions settings, SqlDatabase database, SqlIdStrategy issuer, String method) {
    Map<String, String> parameters = Map.of("database", database.name(), "issuer", issuer.name());
    return primary(
        run(
            options(SqlBenchmark.class, method, settings.sql(), parameters)
                .jvmArgsAppend("-Dhsqldb.method_class_names=io.snowbraid.*"),
            "SQL, " + method + ": " + database.label() + " " + issuer));
  }

  /**
   * Measures numbers from segments, in calls per second.
   *
   * @param method the benchmark's method
   */
  MeasuredValue segments(
      BenchmarkOptions settings, SegmentEntrant entrant, String method, int threads) {
    return primary(
        run(
            options(
                    SegmentBenchmark.class,
                    method,
                    settings.segments(),
                    Map.of("entrant", entrant.name()))
                .threads(threads),
            "segments, " + threads + " threads, " + method + ": " + entrant.label()));
  }

  /**
   * Measures texts, in nanoseconds a text.
   *
   * @param method the benchmark's method
   */
  MeasuredValue texts(BenchmarkOptions settings, TextCodec codec, String method) {
    Map<String, String> parameters = Map.of("codec", codec.name());
    return primary(
        run(
            options(TextBenchmark.class, method, settings.sustained(), parameters),
            "texts, " + method + ": " + codec.label()));
  }

  private static ChainedOptionsBuilder options(
      Class<?> benchmark, BenchmarkOptions.Timing timing, Map<String, String> parameters) {
    return options(benchmark, "", timing, parameters);
  }

  private static ChainedOptionsBuilder options(
      Class<?> benchmark,
      String method,
      BenchmarkOptions.Timing timing,
      Map<String, String> parameters) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + benchmark.getSimpleName() + "\\." + method)
            .forks(1)
            .threads(1)
            .warmupIterations(timing.warmups())
            .warmupTime(timing.time())
            .measurementIterations(timing.iterations())
            .measurementTime(timing.time())
            .timeout(TIMEOUT)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    return options;
  }

  private Optional<RunResult> run(ChainedOptionsBuilder options, String what) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    System.err.println(String.format(Locale.ROOT, "%2d:%02d %s", seconds / 60, seconds % 60, what));
    try {
      return Optional.of(new Runner(options.build()).runSingle());
    } catch (RunnerException e) { // one failure must not discard the values of the others
      e.printStackTrace();
      return Optional.empty();
    }
  }
}
