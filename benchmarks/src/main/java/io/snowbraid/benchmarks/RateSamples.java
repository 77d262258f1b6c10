package io.snowbraid.benchmarks;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The rates of several rounds. */
final class RateSamples {

  private double[] rates = {};

  /** Adds a rate, unless the round is negative, which means a warm-up. */
  void add(int round, double rate) {
    if (round >= 0) {
      rates = DoubleStream.concat(Arrays.stream(rates), DoubleStream.of(rate)).toArray();
    }
  }

  double median() {
    double[] sorted = rates.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  /** Returns the median, and its ratio to another one. */
  String comparedWith(double base) {
    return MeasuredValue.number(median()) + " (" + MeasuredValue.number(median() / base) + ")";
  }
}
