package io.snowbraid.spring.internal;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentStatus;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Provides the segment meters. They add no cost to a number, because they are read from the
 * generators' status.
 *
 * <table>
 * <caption>The meters, all with the tag {@code tag}: one for each tag that has properties</caption>
 * <tr><th>meter</th><th>meaning</th></tr>
 * <tr><td>{@code snowbraid.segment.numbers}</td><td>numbers issued</td></tr>
 * <tr><td>{@code snowbraid.segment.buffered}</td><td>numbers that can be issued without another
 * draw</td></tr>
 * <tr><td>{@code snowbraid.segment.draws}</td><td>draws from the store</td></tr>
 * <tr><td>{@code snowbraid.segment.draw.time}</td><td>longest recent draw</td></tr>
 * <tr><td>{@code snowbraid.segment.failures}</td><td>failed draws</td></tr>
 * <tr><td>{@code snowbraid.segment.waits}</td><td>calls that waited for numbers</td></tr>
 * </table>
 */
public final class SegmentMetrics implements MeterBinder {

  private final SegmentGenerators numbers;
  private final Set<String> tags;

  /**
   * Creates the meters.
   *
   * @param tags the tags to measure; any number of other tags may be in use
   */
  SegmentMetrics(SegmentGenerators numbers, Set<String> tags) {
    this.numbers = numbers;
    this.tags = tags;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (String tag : tags) {
      Tags labels = Tags.of("tag", tag);
      count(registry, labels, "numbers", "Numbers issued", SegmentStatus::issued);
      count(registry, labels, "draws", "Draws from the store", SegmentStatus::draws);
      count(registry, labels, "failures", "Draws that failed", SegmentStatus::failures);
      count(registry, labels, "waits", "Calls that waited for numbers", SegmentStatus::waits);
      Gauge.builder("snowbraid.segment.buffered", () -> read(tag, SegmentStatus::buffered))
          .description("Numbers that can be issued without another draw")
          .tags(labels)
          .register(registry);
      TimeGauge.builder(
              "snowbraid.segment.draw.time",
              () -> read(tag, status -> (double) status.drawTime().toNanos()),
              TimeUnit.NANOSECONDS)
          .description("How long a draw takes")
          .tags(labels)
          .register(registry);
    }
  }

  private void count(
      MeterRegistry registry,
      Tags labels,
      String name,
      String description,
      ToDoubleFunction<SegmentStatus> value) {
    String tag = labels.iterator().next().getValue();
    FunctionCounter.builder("snowbraid.segment." + name, numbers, any -> read(tag, value))
        .description(description)
        .tags(labels)
        .register(registry);
  }

  /** Returns a value; 0 for a tag that is not in memory. */
  private double read(String tag, ToDoubleFunction<SegmentStatus> value) {
    return numbers.status(tag).map(value::applyAsDouble).orElse(0.0);
  }
}
