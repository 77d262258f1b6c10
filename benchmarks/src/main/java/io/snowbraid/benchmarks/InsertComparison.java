package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures all kinds of identifiers in turn in one JVM, round by round, and compares those of one
 * round with each other. So other load on the machine affects all kinds in a round, and the median
 * over the rounds excludes it.
 */
final class InsertComparison {

  private final List<IdStrategy> order = Arrays.asList(IdStrategy.values());
  private final Map<IdStrategy, List<Double>> millis = new EnumMap<>(IdStrategy.class);
  private final Map<IdStrategy, List<Double>> ratios = new EnumMap<>(IdStrategy.class);

  InsertComparison(EntityStore store, BenchmarkOptions.Entities settings) {
    for (int round = 0; round < settings.warmups(); round++) {
      round(store, settings.entities());
    }
    for (int round = 0; round < settings.rounds(); round++) {
      note(round(store, settings.entities()));
    }
  }

  /** Measures one round; each round begins with another kind. */
  private Map<IdStrategy, Double> round(EntityStore store, int entities) {
    Map<IdStrategy, Double> round = new EnumMap<>(IdStrategy.class);
    Collections.rotate(order, 1);
    for (IdStrategy kind : order) {
      System.gc(); // so that no kind pays for the garbage of the previous one
      round.put(kind, store.nanos(kind, entities) / 1e6);
    }
    return round;
  }

  private void note(Map<IdStrategy, Double> round) {
    double base = round.getOrDefault(IdStrategy.ASSIGNED, Double.NaN);
    round.forEach(
        (kind, time) -> {
          millis.computeIfAbsent(kind, unused -> new ArrayList<>()).add(time);
          ratios.computeIfAbsent(kind, unused -> new ArrayList<>()).add(time / base);
        });
  }

  /** Returns the median time. */
  String millis(IdStrategy kind) {
    return MeasuredValue.number(median(millis.getOrDefault(kind, List.of())));
  }

  /** Returns the median ratio to assigned ids, and the range of the middle half of the rounds. */
  String ratio(IdStrategy kind) {
    List<Double> sorted = ratios.getOrDefault(kind, List.of()).stream().sorted().toList();
    return "%s (%s to %s)"
        .formatted(
            MeasuredValue.number(median(sorted)),
            MeasuredValue.number(sorted.get(sorted.size() / 4)),
            MeasuredValue.number(sorted.get(sorted.size() * 3 / 4)));
  }

  static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(Double.NaN);
  }
}
