package io.snowbraid.benchmarks;

import java.util.Locale;

/**
 * A measured value.
 *
 * @param mean the mean of all samples
 * @param error half the width of the mean's 99.9 % confidence interval
 * @param median the median of all samples
 * @param failure why there is no value; empty if there is one
 */
record MeasuredValue(double mean, double error, double median, String failure) {

  static MeasuredValue of(double mean, double error, double median) {
    return new MeasuredValue(mean, error, median, "");
  }

  static MeasuredValue failed(String reason) {
    return new MeasuredValue(Double.NaN, Double.NaN, Double.NaN, reason);
  }

  MeasuredValue dividedBy(double divisor) {
    return new MeasuredValue(mean / divisor, error / divisor, median / divisor, failure);
  }

  String withError() {
    return failure.isEmpty() ? number(mean) + " ± " + number(error) : "failed: " + failure;
  }

  /**
   * Returns the ratio to another value, by the medians, because other processes can distort a mean.
   */
  String times(MeasuredValue other) {
    double ratio = median / other.median;
    return Double.isFinite(ratio) ? number(ratio) : "";
  }

  /** Formats a value with its significant digits. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "?";
    }
    double size = Math.abs(value);
    String format = size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
