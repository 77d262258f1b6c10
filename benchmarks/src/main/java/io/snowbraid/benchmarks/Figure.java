package io.snowbraid.benchmarks;

import java.util.Locale;

/**
 * A measured value.
 *
 * @param error half the width of the 99.9 % confidence interval
 * @param failure why there is no value; empty if there is one
 */
record Figure(double value, double error, String failure) {

  static Figure of(double value, double error) {
    return new Figure(value, error, "");
  }

  static Figure failed(String reason) {
    return new Figure(Double.NaN, Double.NaN, reason);
  }

  Figure dividedBy(double divisor) {
    return new Figure(value / divisor, error / divisor, failure);
  }

  String withError() {
    return failure.isEmpty() ? number(value) + " ± " + number(error) : "failed: " + failure;
  }

  /** How many times the other it is. */
  String times(Figure other) {
    double ratio = value / other.value;
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
