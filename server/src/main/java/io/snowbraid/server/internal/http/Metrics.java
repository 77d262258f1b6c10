package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
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
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.segment.SegmentStatus;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.internal.http.Route.Access;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.HttpStatistics;
import io.snowbraid.server.internal.services.Latency;
import io.snowbraid.server.internal.services.Services;
import io.snowbraid.server.internal.services.Statistics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Shows the counts of the server in the text format of Prometheus. */
final class Metrics {

  private static final AsciiString TYPE =
      AsciiString.cached(PrometheusTextFormatWriter.CONTENT_TYPE);

  /** More time series would cost whoever stores them too much. */
  private static final int MAX_TAGS = 100;

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
    addIds(all, services.ids());
    addReadiness(all);
    addTags(all, services.segments().status());
    KeyedNumbers keyed = services.keyed();
    if (keyed != null) {
      KeyedStatus status = keyed.status();
      addSlots(all, status);
      addKeys(all, status);
    }
    addServer(all, services.statistics());
    addAnswers(all, services.statistics().http());
    addLatencies(all, services.statistics());
    all.metricSnapshot(
        InfoSnapshot.builder()
            .name("snowbraid_build")
            .help("Which version this is.")
            .dataPoint(
                InfoDataPointSnapshot.builder()
                    .labels(Labels.of("version", BuildInfo.version()))
                    .build())
            .build());
    JvmFigures.all().forEach(all::metricSnapshot);
    return all.build();
  }

  private void addIds(MetricSnapshots.Builder all, Snowflake ids) {
    SnowflakeStatus status = ids.status();
    all.metricSnapshot(counter("snowbraid_ids_issued", "Ids that were issued.", status.issued()));
    all.metricSnapshot(
        gauge("snowbraid_worker_number", "The worker that is leased.", ids.workerId()));
    all.metricSnapshot(
        gauge(
            "snowbraid_store_failing",
            "1 if the store did not answer the last request, otherwise 0.",
            status.storeFailure().isPresent() ? 1 : 0));
    all.metricSnapshot(
        gauge("snowbraid_ids_ahead_seconds", "How far ids are ahead.", seconds(status.lead())));
    status
        .grantRemaining()
        .ifPresent(
            left ->
                all.metricSnapshot(
                    gauge(
                        "snowbraid_grant_remaining_seconds",
                        "How long ids can be issued without the store.",
                        seconds(left))));
  }

  private void addReadiness(MetricSnapshots.Builder all) {
    for (Capability capability : Capability.values()) {
      boolean isServed = capability != Capability.KEYS || services.keyed() != null;
      if (isServed) {
        all.metricSnapshot(
            gauge(
                "snowbraid_" + capability.name().toLowerCase(Locale.ROOT) + "_ready",
                "1 if a call gets what it asks for now, otherwise 0.",
                Health.has(services, capability) ? 1 : 0));
      }
    }
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  private static void addTags(MetricSnapshots.Builder all, List<SegmentStatus> tags) {
    List<SegmentStatus> busiest =
        tags.stream()
            .sorted(Comparator.comparingLong(SegmentStatus::issued).reversed())
            .limit(MAX_TAGS)
            .toList();
    CounterSnapshot.Builder issued =
        CounterSnapshot.builder()
            .name("snowbraid_numbers_issued")
            .help("Numbers that were issued, of the " + MAX_TAGS + " busiest tags.");
    GaugeSnapshot.Builder buffered =
        GaugeSnapshot.builder()
            .name("snowbraid_numbers_buffered")
            .help("Numbers that can be issued without the store, of the same tags.");
    for (SegmentStatus tag : busiest) {
      Labels labels = Labels.of("tag", tag.tag());
      issued.dataPoint(point(tag.issued(), labels));
      buffered.dataPoint(
          GaugeDataPointSnapshot.builder().value((double) tag.buffered()).labels(labels).build());
    }
    all.metricSnapshot(issued.build()).metricSnapshot(buffered.build());
    all.metricSnapshot(gauge("snowbraid_tags", "Tags in memory.", tags.size()));
  }

  private static void addSlots(MetricSnapshots.Builder all, KeyedStatus status) {
    all.metricSnapshot(
        gauge("snowbraid_keyed_slots", "Slots of keys that are held.", status.slots()));
    all.metricSnapshot(
        gauge(
            "snowbraid_keyed_slots_damaged",
            "Slots whose row was deleted or set back.",
            status.slotsDamaged()));
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name("snowbraid_keyed_slot_moves")
            .help("Slots that have changed their holder, by how.")
            .dataPoint(point(status.slotsTaken(), Labels.of("how", "taken")))
            .dataPoint(point(status.slotsGiven(), Labels.of("how", "given")))
            .dataPoint(point(status.slotsReceived(), Labels.of("how", "received")))
            .build());
  }

  private static void addKeys(MetricSnapshots.Builder all, KeyedStatus status) {
    all.metricSnapshot(gauge("snowbraid_keyed_keys", "Keys in memory.", (double) status.keys()));
    all.metricSnapshot(
        counter(
            "snowbraid_keyed_keys_forgotten",
            "Keys that were forgotten because of the limit.",
            status.keysForgotten()));
    all.metricSnapshot(
        counter(
            "snowbraid_keyed_numbers_issued",
            "Numbers of keys that were issued.",
            status.issued()));
    all.metricSnapshot(
        counter("snowbraid_keyed_raises", "Bounds of slots that were raised.", status.raises()));
    all.metricSnapshot(
        counter(
            "snowbraid_keyed_raise_writes",
            "Statements that raised bounds.",
            status.raiseWrites()));
    all.metricSnapshot(
        counter(
            "snowbraid_keyed_restarts",
            "Times that other servers have ended this one.",
            status.restarts()));
    all.metricSnapshot(
        gauge(
            "snowbraid_keyed_lease_remaining_seconds",
            "How long numbers of keys can be issued without the store.",
            seconds(status.leaseRemaining())));
    all.metricSnapshot(
        gauge(
            "snowbraid_keyed_store_failing",
            "1 if the last call to the store of keys failed, otherwise 0.",
            status.storeFailure().isPresent() ? 1 : 0));
  }

  private void addServer(MetricSnapshots.Builder all, Statistics counts) {
    all.metricSnapshot(
        gauge("snowbraid_connections", "Open connections.", (double) counts.connected()));
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name("snowbraid_connections_ended_early")
            .help("Connections beyond the limit, and those of slow clients.")
            .dataPoint(point(counts.refused(), Labels.of("reason", "refused")))
            .dataPoint(point(counts.dropped(), Labels.of("reason", "slow")))
            .build());
    all.metricSnapshot(
        counter("snowbraid_connections_accepted", "Accepted connections.", counts.accepted()));
    all.metricSnapshot(
        counter("snowbraid_redis_requests", "Requests by Redis's protocol.", counts.requests()));
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name("snowbraid_waits")
            .help("Requests that had to wait, by what they waited for.")
            .dataPoint(point(services.queues().ids().added(), Labels.of("for", "ids")))
            .dataPoint(point(services.queues().tags().added(), Labels.of("for", "numbers")))
            .dataPoint(point(counts.keyWaits(), Labels.of("for", "keys")))
            .build());
    all.metricSnapshot(
        counter(
            "snowbraid_redirections",
            "Redis requests that were sent to another server.",
            counts.redirected()));
  }

  private static void addAnswers(MetricSnapshots.Builder all, HttpStatistics statistics) {
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name("snowbraid_http_requests")
            .help("Answers by HTTP, by their status.")
            .dataPoint(point(statistics.succeeded(), Labels.of("status", "2xx")))
            .dataPoint(point(statistics.refused(), Labels.of("status", "4xx")))
            .dataPoint(point(statistics.failed(), Labels.of("status", "5xx")))
            .build());
  }

  private static void addLatencies(MetricSnapshots.Builder all, Statistics statistics) {
    HistogramSnapshot.Builder commands =
        HistogramSnapshot.builder()
            .name("snowbraid_command_duration_seconds")
            .help("How long requests by Redis's protocol take in the server.");
    statistics
        .latencies()
        .forEach((name, took) -> commands.dataPoint(point(took, Labels.of("command", name))));
    all.metricSnapshot(commands.build());
    all.metricSnapshot(
        HistogramSnapshot.builder()
            .name("snowbraid_http_duration_seconds")
            .help("How long requests by HTTP take in the server.")
            .dataPoint(point(statistics.httpLatency(), Labels.EMPTY))
            .build());
  }

  private static HistogramDataPointSnapshot point(Latency latency, Labels labels) {
    double[] bounds = Latency.bounds();
    long[] counts = latency.counts();
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < bounds.length; i++) {
      buckets.bucket(bounds[i], counts[i]);
    }
    return HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(buckets.build())
        .sum(latency.seconds())
        .labels(labels)
        .build();
  }

  private static CounterDataPointSnapshot point(long value, Labels labels) {
    return CounterDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }

  private static CounterSnapshot counter(String name, String help, long value) {
    return CounterSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(point(value, Labels.EMPTY))
        .build();
  }

  private static GaugeSnapshot gauge(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }
}
