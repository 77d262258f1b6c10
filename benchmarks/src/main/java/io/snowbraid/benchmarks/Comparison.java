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
 * @param base the row that all are compared with, beside Snowbraid
 * @param without the limits that say nothing here
 */
record Comparison(
    Settings settings, int threads, Threads kind, int bulk, Entrant base, Set<Entrant> without) {

  Table measure(Harness harness) {
    List<Map<Entrant, Figure>> columns = new ArrayList<>();
    for (int ids : settings.burstLengths()) {
      columns.add(column(harness, ids));
    }
    Table table = Table.ofFigures(header());
    columns.get(0).entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> entry.getValue().median()))
        .forEach(entry -> table.add(row(entry.getKey(), columns)));
    return table;
  }

  private Map<Entrant, Figure> column(Harness harness, int ids) {
    Map<Entrant, Figure> column = new EnumMap<>(Entrant.class);
    for (Entrant entrant : Entrant.values()) {
      if (!without.contains(entrant)) {
        column.put(entrant, harness.burst(settings, new Burst(entrant, ids, threads, kind, bulk)));
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

  private List<String> row(Entrant entrant, List<Map<Entrant, Figure>> columns) {
    List<String> row = new ArrayList<>(List.of(entrant.label()));
    for (Map<Entrant, Figure> column : columns) {
      Figure figure = figure(column, entrant);
      row.add(figure.withError());
      row.add(Figure.number(figure.median()));
      row.add(figure.times(figure(column, base)));
      row.add(figure.times(figure(column, Entrant.SNOWBRAID)));
    }
    return row;
  }

  private static Figure figure(Map<Entrant, Figure> column, Entrant entrant) {
    return column.getOrDefault(entrant, Figure.failed("not measured"));
  }
}
