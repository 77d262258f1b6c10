package io.snowbraid.benchmarks;

import java.util.Locale;

/**
 * A measured value.
 *
 * @param mean the mean of all samples
 * @param error half the width of the mean's 99.9 % confidence interval
 * @param median half of the samples are below it
 * @param failure why there is no value; empty if there is one
 */
record Figure(double mean, double error, double median, String failure) {

  static Figure of(double mean, double error, double median) {
    return new Figure(mean, error, median, "");
  }

  static Figure failed(String reason) {
    return new Figure(Double.NaN, Double.NaN, Double.NaN, reason);
  }

  Figure dividedBy(double divisor) {
    return new Figure(mean / divisor, error / divisor, median / divisor, failure);
  }

  String withError() {
    return failure.isEmpty() ? number(mean) + " ± " + number(error) : "failed: " + failure;
  }

  /** How many times the other it is, by the medians: another process may spoil a mean. */
  String times(Figure other) {
    double ratio = median / other.median;
    return Double.isFinite(ratio) ? number(ratio) : "";
  }

  /** As many digits as mean something. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "?";
    }
    double size = Math.abs(value);
    String format = size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
