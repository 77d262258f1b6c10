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
import io.snowbraid.server.internal.services.Figures.Figure;
import io.snowbraid.server.internal.services.Latency;
import io.snowbraid.server.internal.services.Services;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
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
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    services
        .figures()
        .metrics()
        .forEach((figure, value) -> all.metricSnapshot(snapshot(figure, value)));
    Jvm.REGISTRY.scrape().forEach(all::metricSnapshot);
    return all.build();
  }

  private static MetricSnapshot snapshot(Figure figure, Object value) {
    String name = "snowbraid_" + figure.metric();
    Map<Labels, Object> points = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> byLabel) {
      byLabel.forEach(
          (text, point) -> points.put(Labels.of(figure.label(), text.toString()), point));
    } else {
      points.put(Labels.EMPTY, value);
    }
    return switch (figure.kind()) {
      case "counter" -> {
        CounterSnapshot.Builder counter = CounterSnapshot.builder();
        points.forEach(
            (labels, point) ->
                counter.dataPoint(new CounterDataPointSnapshot(number(point), labels, null, 0)));
        yield counter.name(name).help(figure.help()).build();
      }
      case "gauge" -> {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder();
        points.forEach(
            (labels, point) ->
                gauge.dataPoint(new GaugeDataPointSnapshot(number(point), labels, null)));
        yield gauge.name(name).help(figure.help()).build();
      }
      case "histogram" -> {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder();
        points.forEach((labels, point) -> histogram.dataPoint(times((Latency) point, labels)));
        yield histogram.name(name).help(figure.help()).build();
      }
      default -> {
        InfoSnapshot.Builder info = InfoSnapshot.builder();
        points.keySet().forEach(labels -> info.dataPoint(new InfoDataPointSnapshot(labels)));
        yield info.name(name).help(figure.help()).build();
      }
    };
  }

  private static double number(Object value) {
    if (value instanceof Duration time) {
      return time.toMillis() / 1e3;
    }
    return value instanceof Boolean is ? (is ? 1 : 0) : ((Number) value).doubleValue();
  }

  private static HistogramDataPointSnapshot times(Latency latency, Labels labels) {
    return new HistogramDataPointSnapshot(
        ClassicHistogramBuckets.of(Latency.bounds(), latency.counts()),
        latency.seconds(),
        labels,
        null,
        0);
  }
}
