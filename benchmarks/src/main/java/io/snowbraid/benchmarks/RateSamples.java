package io.snowbraid.benchmarks;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Rates of several rounds. */
final class RateSamples {

  private double[] rates = {};

  /** Adds a rate, unless the round is below 0. */
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

  /** The median, and how many times another one it is. */
  String comparedWith(double base) {
    return MeasuredValue.number(median()) + " (" + MeasuredValue.number(median() / base) + ")";
  }
}
