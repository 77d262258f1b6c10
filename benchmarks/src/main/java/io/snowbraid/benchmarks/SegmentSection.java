package io.snowbraid.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Reports numbers from segments. */
final class SegmentSection {

  private static final List<Integer> THREADS = List.of(1, 2, 8);
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  private final BenchmarkOptions settings;
  private final JmhRunner runner;

  SegmentSection(BenchmarkOptions settings, JmhRunner runner) {
    this.settings = settings;
    this.runner = runner;
  }

  String measure() throws IOException, SQLException, InterruptedException {
    return """
    ## Segments

    Numbers of one tag, from a store in memory that answers in 2 ms, without a pause. ns a number is the time of the whole run divided by the numbers of all threads.

    %s
    Calls under a load of 8 threads that never pauses, after %d seconds of warm-up; one call in 64 is timed.

    %s
    A tag at rest takes %d bytes, of 10,000 tags that issued one number each.

    %s\
    """
        .formatted(
            rates(),
            WARM_UP.toSeconds(),
            latencies(),
            SegmentLoad.bytesPerTag(),
            SegmentDraws.measure(settings.drawRound()));
  }

  private MarkdownTable rates() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("entrant", "threads", "call", "numbers a second", "ns a number", "x counter"));
    for (int threads : THREADS) {
      rates(table, threads, "next", 1);
    }
    rates(table, 1, "fill", SegmentBenchmark.BULK);
    return table;
  }

  private void rates(MarkdownTable table, int threads, String method, int numbers) {
    Map<SegmentEntrant, MeasuredValue> rates = new EnumMap<>(SegmentEntrant.class);
    for (SegmentEntrant entrant : SegmentEntrant.values()) {
      rates.put(entrant, runner.segments(settings, entrant, method, threads));
    }
    MeasuredValue counter =
        rates.getOrDefault(SegmentEntrant.COUNTER, MeasuredValue.failed("not measured"));
    rates.forEach(
        (entrant, rate) ->
            table.add(
                List.of(
                    entrant.label(),
                    String.valueOf(threads),
                    numbers == 1 ? "nextId()" : "nextIds(long[" + numbers + "])",
                    MeasuredValue.number(rate.mean() * numbers),
                    MeasuredValue.number(TimeUnit.SECONDS.toNanos(1) / (rate.mean() * numbers)),
                    counter.times(rate))));
  }

  private MarkdownTable latencies() throws InterruptedException {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "entrant", "calls", "p99.9, ns", "p99.99, ns", "worst, ms", "calls that waited"));
    for (SegmentEntrant entrant : SegmentEntrant.values()) {
      try (IdSupplier ids = entrant.open()) {
        SegmentLoad.run(ids, WARM_UP);
        long waits = ids.waits();
        SegmentLoad.Latencies run = SegmentLoad.run(ids, settings.load());
        table.add(
            List.of(
                entrant.label(),
                MeasuredValue.number((double) run.calls()),
                run.percentile(0.999),
                run.percentile(0.9999),
                run.worstMillis(),
                waits < 0 ? "" : String.valueOf(ids.waits() - waits)));
      }
    }
    return table;
  }
}
