package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A table of all entrants in bursts, fastest first.
 *
 * @param base the entrant that all are compared with, in addition to Snowbraid
 * @param without the limits that are irrelevant here
 */
record Comparison(
    BenchmarkOptions settings,
    int threads,
    ThreadKind kind,
    int bulk,
    BenchmarkedGenerator base,
    Set<BenchmarkedGenerator> without) {

  MarkdownTable measure(JmhRunner runner) {
    List<Map<BenchmarkedGenerator, MeasuredValue>> columns = new ArrayList<>();
    for (int ids : settings.burstLengths()) {
      columns.add(column(runner, ids));
    }
    MarkdownTable table = MarkdownTable.ofFigures(header());
    columns.get(0).entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> entry.getValue().median()))
        .forEach(entry -> table.add(row(entry.getKey(), columns)));
    return table;
  }

  private Map<BenchmarkedGenerator, MeasuredValue> column(JmhRunner runner, int ids) {
    Map<BenchmarkedGenerator, MeasuredValue> column = new EnumMap<>(BenchmarkedGenerator.class);
    for (BenchmarkedGenerator entrant : BenchmarkedGenerator.values()) {
      if (!without.contains(entrant)) {
        column.put(
            entrant,
            runner.burst(settings, new BurstParameters(entrant, ids, threads, kind, bulk)));
      }
    }
    return column;
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(List.of("entrant"));
    for (int ids : settings.burstLengths()) {
      header.add(String.format(Locale.ROOT, "ns an id, bursts of %,d", ids));
      header.add("median");
      header.add("x " + base.label().replace("limit: ", ""));
      header.add("x Snowbraid");
    }
    return header;
  }

  private List<String> row(
      BenchmarkedGenerator entrant, List<Map<BenchmarkedGenerator, MeasuredValue>> columns) {
    List<String> row = new ArrayList<>(List.of(entrant.label()));
    for (Map<BenchmarkedGenerator, MeasuredValue> column : columns) {
      MeasuredValue figure = figure(column, entrant);
      row.add(figure.withError());
      row.add(MeasuredValue.number(figure.median()));
      row.add(figure.times(figure(column, base)));
      row.add(figure.times(figure(column, BenchmarkedGenerator.SNOWBRAID)));
    }
    return row;
  }

  private static MeasuredValue figure(
      Map<BenchmarkedGenerator, MeasuredValue> column, BenchmarkedGenerator entrant) {
    return column.getOrDefault(entrant, MeasuredValue.failed("not measured"));
  }
}
