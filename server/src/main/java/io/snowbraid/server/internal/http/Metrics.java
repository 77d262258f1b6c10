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
import io.prometheus.metrics.model.snapshots.MetricMetadata;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Shows the figures of the server and its JVM in Prometheus text format. */
final class Metrics {

  private static final AsciiString TYPE =
      AsciiString.cached(PrometheusTextFormatWriter.CONTENT_TYPE);

  /** The metrics of the JVM and its process, from Prometheus' library; loaded on first use. */
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

  /** Creates a route that collects metrics in another thread, as there may be thousands of tags. */
  Route route(boolean isOpen) {
    Outcome later =
        AsyncCall.blocking(services.queues().noStore(), "metrics", this::answer, Problem::of);
    return new Route(Set.of("GET", "HEAD"), isOpen ? Access.OPEN : Access.USERS, request -> later);
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
    MetricMetadata about = new MetricMetadata(name, figure.help());
    return switch (figure.kind()) {
      case "counter" ->
          new CounterSnapshot(
              about,
              list(
                  points, (of, point) -> new CounterDataPointSnapshot(number(point), of, null, 0)));
      case "gauge" ->
          new GaugeSnapshot(
              about,
              list(points, (of, point) -> new GaugeDataPointSnapshot(number(point), of, null)));
      case "histogram" ->
          new HistogramSnapshot(about, list(points, (of, point) -> times((Latency) point, of)));
      default ->
          new InfoSnapshot(about, list(points, (of, point) -> new InfoDataPointSnapshot(of)));
    };
  }

  private static <T> List<T> list(
      Map<Labels, Object> points, BiFunction<Labels, Object, T> converter) {
    return points.entrySet().stream()
        .map(point -> converter.apply(point.getKey(), point.getValue()))
        .toList();
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
