package io.snowbraid.server.internal.http;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowbraid.keyed.KeyedStatus;

/** Shows what a server does with numbers per key. */
final class KeyedMetrics {

  private KeyedMetrics() {}

  static void add(MetricSnapshots.Builder all, KeyedStatus status) {
    all.metricSnapshot(
        Metrics.gauge("snowbraid_keyed_slots", "Slots of keys that are held.", status.slots()));
    all.metricSnapshot(
        Metrics.gauge(
            "snowbraid_keyed_slots_damaged",
            "Slots whose row was deleted or set back.",
            status.slotsDamaged()));
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name("snowbraid_keyed_slot_moves")
            .help("Slots that have changed their holder, by how.")
            .dataPoint(Metrics.point(status.slotsTaken(), Labels.of("how", "taken")))
            .dataPoint(Metrics.point(status.slotsGiven(), Labels.of("how", "given")))
            .dataPoint(Metrics.point(status.slotsReceived(), Labels.of("how", "received")))
            .build());
    all.metricSnapshot(
        Metrics.gauge("snowbraid_keyed_keys", "Keys in memory.", (double) status.keys()));
    all.metricSnapshot(
        Metrics.counter(
            "snowbraid_keyed_keys_forgotten",
            "Keys that were forgotten because of the limit.",
            status.keysForgotten()));
    all.metricSnapshot(
        Metrics.counter(
            "snowbraid_keyed_numbers_issued",
            "Numbers of keys that were issued.",
            status.issued()));
    all.metricSnapshot(
        Metrics.counter(
            "snowbraid_keyed_raises", "Bounds of slots that were raised.", status.raises()));
    all.metricSnapshot(
        Metrics.counter(
            "snowbraid_keyed_raise_writes",
            "Statements that raised bounds.",
            status.raiseWrites()));
    all.metricSnapshot(
        Metrics.counter(
            "snowbraid_keyed_restarts",
            "Times that other servers have ended this one.",
            status.restarts()));
    all.metricSnapshot(
        Metrics.gauge(
            "snowbraid_keyed_lease_remaining_seconds",
            "How long numbers of keys can be issued without the store.",
            Metrics.seconds(status.leaseRemaining())));
    all.metricSnapshot(
        Metrics.gauge(
            "snowbraid_keyed_store_failing",
            "1 if the last call to the store of keys failed, otherwise 0.",
            status.storeFailure().isPresent() ? 1 : 0));
  }
}
