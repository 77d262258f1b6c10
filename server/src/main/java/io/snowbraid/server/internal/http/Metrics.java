package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowbraid.server.internal.http.Route.Access;
import io.snowbraid.server.internal.services.Figure;
import io.snowbraid.server.internal.services.Figure.Metric;
import io.snowbraid.server.internal.services.Latency;
import io.snowbraid.server.internal.services.Services;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows the figures of the server, and those of its JVM, in the text format of Prometheus. */
final class Metrics {

  private static final AsciiString TYPE =
      AsciiString.cached(PrometheusTextFormatWriter.CONTENT_TYPE);

  /** What Prometheus' library says about the JVM and its process; loaded when it is asked first. */
  private static final class Jvm {

    static final PrometheusRegistry REGISTRY = new PrometheusRegistry();

    static {
      JvmBufferPoolMetrics.builder().register(REGISTRY);
      JvmGarbageCollectorMetrics.builder().register(REGISTRY);
      JvmMemoryMetrics.builder().register(REGISTRY);
      JvmRuntimeInfoMetric.builder().register(REGISTRY);
      JvmThreadsMetrics.builder().register(REGISTRY);
      ProcessMetrics.builder().register(REGISTRY);
    }
  }

  private final Services services;
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

  Metrics(Services services) {
    this.services = services;
  }

  Route route(boolean isOpen) {
    return new Route(
        Set.of("GET", "HEAD"), isOpen ? Access.OPEN : Access.USERS, request -> later());
  }

  /** Asks in another thread, because there may be thousands of tags. */
  private Outcome later() {
    return AsyncCall.blocking(services.queues().noStore(), "metrics", this::answer, Problem::of);
  }

  private Answer answer() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, snapshots());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Answer.of(HttpResponseStatus.OK, TYPE, out.toString(StandardCharsets.UTF_8));
  }

  private MetricSnapshots snapshots() {
    Map<Metric, List<Figure>> metrics = new LinkedHashMap<>();
    for (Figure figure : services.figures().all()) {
      Metric metric = figure.metric();
      if (metric != null) {
        metrics.computeIfAbsent(metric, key -> new ArrayList<>()).add(figure);
      }
    }
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    metrics.forEach((metric, figures) -> all.metricSnapshot(snapshot(metric, figures)));
    Jvm.REGISTRY.scrape().forEach(all::metricSnapshot);
    return all.build();
  }

  private static MetricSnapshot snapshot(Metric metric, List<Figure> figures) {
    return switch (metric.kind()) {
      case COUNTER -> {
        CounterSnapshot.Builder counter = CounterSnapshot.builder();
        for (Figure figure : figures) {
          counter.dataPoint(
              CounterDataPointSnapshot.builder()
                  .value(figure.number())
                  .labels(labels(figure))
                  .build());
        }
        yield counter.name(metric.name()).help(metric.help()).build();
      }
      case GAUGE -> {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder();
        for (Figure figure : figures) {
          gauge.dataPoint(
              GaugeDataPointSnapshot.builder()
                  .value(figure.number())
                  .labels(labels(figure))
                  .build());
        }
        yield gauge.name(metric.name()).help(metric.help()).build();
      }
      case HISTOGRAM -> {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder();
        figures.forEach(figure -> histogram.dataPoint(histogram(figure)));
        yield histogram.name(metric.name()).help(metric.help()).build();
      }
      case TEXT -> {
        InfoSnapshot.Builder text = InfoSnapshot.builder();
        for (Figure figure : figures) {
          text.dataPoint(InfoDataPointSnapshot.builder().labels(labels(figure)).build());
        }
        yield text.name(metric.name()).help(metric.help()).build();
      }
    };
  }

  private static HistogramDataPointSnapshot histogram(Figure figure) {
    Latency latency = figure.latency();
    double[] bounds = Latency.bounds();
    long[] counts = latency.counts();
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < bounds.length; i++) {
      buckets.bucket(bounds[i], counts[i]);
    }
    return HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(buckets.build())
        .sum(latency.seconds())
        .labels(labels(figure))
        .build();
  }

  private static Labels labels(Figure figure) {
    Figure.Label label = figure.label();
    return label == null ? Labels.EMPTY : Labels.of(label.name(), label.value());
  }
}
