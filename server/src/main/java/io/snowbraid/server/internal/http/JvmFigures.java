package io.snowbraid.server.internal.http;

import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** What Prometheus' library says about the JVM and its process; loaded when it is asked first. */
final class JvmFigures {

  private static final PrometheusRegistry REGISTRY = registry();

  private JvmFigures() {}

  private static PrometheusRegistry registry() {
    PrometheusRegistry registry = new PrometheusRegistry();
    JvmBufferPoolMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmMemoryMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
    ProcessMetrics.builder().register(registry);
    return registry;
  }

  static MetricSnapshots all() {
    return REGISTRY.scrape();
  }
}
