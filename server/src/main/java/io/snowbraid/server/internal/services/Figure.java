package io.snowbraid.server.internal.services;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One thing that the server tells about itself, with its value at a moment. Used by one thread. */
public final class Figure {

  /** What kind of metric of Prometheus it is. */
  public enum Kind {
    COUNTER,
    GAUGE,
    /** Its value is a {@link Latency}. */
    HISTOGRAM,
    /** Its label is all that counts. */
    TEXT
  }

  /**
   * A label of a metric.
   *
   * @param name what distinguishes figures of the same metric
   */
  public record Label(String name, String value) {}

  /**
   * A metric of Prometheus.
   *
   * @param name its name, without what the format adds
   * @param help what it is, in a sentence
   */
  public record Metric(String name, Kind kind, String help) {}

  private final Object value;
  private String section = "";
  private String info = "";
  private @Nullable Label label;
  private @Nullable Metric metric;

  Figure(Object value) {
    this.value = value;
  }

  /** Shows it in a section of INFO. */
  Figure info(String inSection, String name) {
    section = inSection;
    info = name;
    return this;
  }

  /** Distinguishes it from others of the same metric; said before the metric. */
  Figure label(String name, String text) {
    label = new Label(name, text);
    return this;
  }

  void counter(String name, String help) {
    metric = new Metric(name, Kind.COUNTER, help);
  }

  void gauge(String name, String help) {
    metric = new Metric(name, Kind.GAUGE, help);
  }

  void histogram(String name, String help) {
    metric = new Metric(name, Kind.HISTOGRAM, help);
  }

  void text(String name, String help) {
    metric = new Metric(name, Kind.TEXT, help);
  }

  /** Returns the section of INFO that shows it; empty if none does. */
  public String section() {
    return section;
  }

  /** Returns its line of INFO; durations are in milliseconds. */
  public String line() {
    Object shown = value;
    if (value instanceof Duration time) {
      shown = time.toMillis();
    } else if (value instanceof Boolean is) {
      shown = is ? 1 : 0;
    }
    return info + ":" + shown + "\r\n";
  }

  /** Returns its metric; null if it has none. */
  public @Nullable Metric metric() {
    return metric;
  }

  /** Returns what distinguishes it from others of the same metric; null if nothing does. */
  public @Nullable Label label() {
    return label;
  }

  /** Returns its value as a number; durations are in seconds. */
  public double number() {
    if (value instanceof Duration time) {
      return time.toMillis() / 1e3;
    }
    return value instanceof Boolean is ? (is ? 1 : 0) : ((Number) value).doubleValue();
  }

  /** Returns the value of a histogram. */
  public Latency latency() {
    return (Latency) value;
  }
}
