package io.snowbraid.server.internal.services;

import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.keyed.ClusterMember;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.keyed.KeyedStatus.NumberCounts;
import io.snowbraid.keyed.KeyedStatus.SlotCounts;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentStatus;
import io.snowbraid.server.http.Capability;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The server's figures: one list, shown by INFO and Prometheus.
 *
 * <p>Thread-safe.
 */
public final class Figures {

  /** The Redis version whose answers clients may expect. Some clients choose commands by it. */
  public static final String REDIS_VERSION = "7.0.0";

  /**
   * The metrics, with these columns: the section and line of INFO, which may be empty; the
   * Prometheus metric with its label; its kind; its description.
   */
  private static final String LIST =
      """
      Server.server_id | worker_number | gauge | The leased worker.
      Clients.connected_clients | connections | gauge | Open connections.
      Stats.total_connections_received | connections_accepted | counter | Accepted connections.
      Stats.total_commands_processed | redis_requests | counter | Requests over the Redis protocol.
      | connections_ended_early{reason} | counter | Connections beyond the limit, and those closed because the client was slow.
      Ids.issued | ids_issued | counter | Issued ids.
      Ids.ahead_of_clock_ms | ids_ahead_seconds | gauge | How far ids are ahead of the clock.
      | grant_remaining_seconds | gauge | How long ids can be issued without the store.
      | store_failing | gauge | 1 if the store did not answer the last request, otherwise 0.
      Keyed.keyed_slots | keyed_slots | gauge | Slots that this server owns.
      Keyed.keyed_slots_damaged | keyed_slots_damaged | gauge | Slots whose row was deleted or set back.
      | keyed_slot_moves{how} | counter | Slots that changed owners, by how.
      Keyed.keyed_keys | keyed_keys | gauge | Keys in memory.
      Keyed.keyed_keys_forgotten | keyed_keys_forgotten | counter | Keys forgotten because of the limit.
      Keyed.keyed_issued | keyed_numbers_issued | counter | Issued numbers per key.
      Keyed.keyed_raises | keyed_raises | counter | Raised slot bounds.
      Keyed.keyed_raise_writes | keyed_raise_writes | counter | Statements that raised bounds.
      Keyed.keyed_restarts | keyed_restarts | counter | How often other servers declared this one dead.
      Keyed.keyed_lease_remaining_ms | keyed_lease_remaining_seconds | gauge | How long numbers per key can be issued without the store.
      Keyed.keyed_redirections | redirections | counter | Redis requests redirected to another server.
      | keyed_store_failing | gauge | 1 if the last call to the store of numbers per key failed, otherwise 0.
      | ids_ready | gauge | 1 if calls get ids now, otherwise 0.
      | tags_ready | gauge | 1 if calls get tag numbers now, otherwise 0.
      | keys_ready | gauge | 1 if calls get numbers per key now, otherwise 0.
      | tags | gauge | Tags in memory.
      | numbers_issued{tag} | counter | Issued numbers of the 100 busiest tags.
      | numbers_buffered{tag} | gauge | Buffered numbers of the 100 busiest tags.
      | waits{for} | counter | Requests that had to wait, by what they waited for.
      | http_requests{status} | counter | HTTP responses by status.
      | command_duration_seconds{command} | histogram | How long the server takes for Redis requests.
      | http_duration_seconds | histogram | How long the server takes for HTTP requests.
      | build{version} | info | The version.
      """;

  /** More time series would burden the monitoring system. */
  private static final int MAX_TAGS = 100;

  private static final List<Figure> ALL = LIST.lines().map(Figure::parse).toList();

  /**
   * A figure.
   *
   * @param info the section and line of INFO, separated by a dot; empty if INFO does not show it
   * @param metric the Prometheus metric
   * @param label the name of the metric's label; empty if there is none
   * @param kind the kind of metric
   * @param help the description
   */
  public record Figure(String info, String metric, String label, String kind, String help) {

    private static Figure parse(String line) {
      String[] columns = line.split(" *\\| *", -1);
      String[] metric = columns[1].split("[{}]", -1);
      String label = metric.length == 1 ? "" : metric[1];
      return new Figure(columns[0], metric[0], label, columns[2], columns[3]);
    }

    private String key() {
      return info.isEmpty() ? metric : info;
    }
  }

  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final @Nullable KeyedNumbers keyed;
  private final Statistics statistics;
  private final Queues queues;
  private final long begun = System.nanoTime();

  /** Differs for each start, as in Redis, because no replication can continue. */
  private final String replicationId = randomReplicationId();

  /**
   * Creates the list.
   *
   * @param keyed the numbers per key; null if they are not served
   */
  public Figures(
      Snowflake ids,
      SegmentGenerators segments,
      @Nullable KeyedNumbers keyed,
      Statistics statistics,
      Queues queues) {
    this.ids = ids;
    this.segments = segments;
    this.keyed = keyed;
    this.statistics = statistics;
    this.queues = queues;
  }

  private static String randomReplicationId() {
    byte[] bytes = new byte[20];
    ThreadLocalRandom.current().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Returns the wanted sections of INFO, each with a heading. Clients merge the lines of all
   * sections into one map, so Snowbraid's lines start with their section's name.
   */
  public String info(Predicate<String> isWanted) {
    Map<String, Object> values = new LinkedHashMap<>();
    addQuick(values);
    Map<String, String> sections = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          String[] parts = name.split("\\.", -1);
          if (parts.length == 2 && isWanted.test(parts[0])) {
            Object shown = value instanceof Duration time ? time.toMillis() : value;
            sections.merge(parts[0], parts[1] + ":" + shown + "\r\n", String::concat);
          }
        });
    return sections.entrySet().stream()
        .map(section -> "# " + section.getKey() + "\r\n" + section.getValue())
        .collect(Collectors.joining("\r\n"));
  }

  /**
   * Returns the metrics with their values: numbers, durations, histograms, or maps of these by the
   * label's value. Slow, as there may be thousands of tags.
   */
  public Map<Figure, Object> metrics() {
    Map<String, Object> values = new HashMap<>();
    addQuick(values);
    addTags(values, segments.status());
    addRequests(values);
    Map<Figure, Object> metrics = new LinkedHashMap<>();
    for (Figure figure : ALL) {
      Object value = values.get(figure.key());
      if (value != null) {
        metrics.put(figure, value);
      }
    }
    return metrics;
  }

  private void addQuick(Map<String, Object> values) {
    addServer(values);
    addIds(values, ids.status());
    if (keyed != null) {
      addKeyed(values, keyed, keyed.status());
    }
  }

  private void addServer(Map<String, Object> values) {
    Layout layout = ids.layout();
    values.put("Server.redis_version", REDIS_VERSION);
    values.put("Server.redis_mode", keyed == null ? "standalone" : "cluster");
    values.put("Server.snowbraid_version", BuildInfo.version());
    values.put("Server.process_id", ProcessHandle.current().pid());
    values.put("Server.uptime_in_seconds", (System.nanoTime() - begun) / 1_000_000_000);
    values.put("Server.server_id", ids.workerId());
    values.put("Server.id_range", bits(layout.workers()));
    values.put("Server.shard_range", bits(layout.sequences()));
    values.put("Server.random_range", bits(layout.tails()));
    values.put("Clients.connected_clients", statistics.connected);
    values.put("Stats.total_connections_received", statistics.accepted);
    values.put("Stats.total_commands_processed", statistics.requests);
    values.put("Stats.rejected_connections", statistics.refused);
    values.put("Stats.dropped_connections", statistics.dropped);
    // clients and load balancers look for a primary here, and send requests only to a primary
    values.put("Replication.role", "master");
    values.put("Replication.connected_slaves", 0);
    values.put("Replication.master_replid", replicationId);
    values.put("Replication.master_repl_offset", 0);
    values.put("Cluster.cluster_enabled", keyed == null ? 0 : 1);
  }

  /** Returns how many bits represent a number of values. */
  private static int bits(int values) {
    return 32 - Integer.numberOfLeadingZeros(values - 1);
  }

  private void addIds(Map<String, Object> values, SnowflakeStatus status) {
    values.put("Ids.layout", ids.layout());
    values.put("Ids.state", status.state());
    values.put("Ids.worker", ids.workerId());
    values.put("Ids.issued", status.issued());
    values.put("Ids.ahead_of_clock_ms", status.lead());
    status.grantedUntil().ifPresent(until -> values.put("Ids.granted_until", until));
    status.grantRemaining().ifPresent(left -> values.put("grant_remaining_seconds", left));
    values.put("store_failing", status.storeFailure().isPresent());
    values.put("ids_ready", issues(status));
  }

  private void addKeyed(Map<String, Object> values, KeyedNumbers numbers, KeyedStatus status) {
    List<ClusterMember> members = numbers.members();
    values.put("Keyed.keyed_id", status.id());
    members.stream().limit(1).forEach(self -> values.put("Keyed.keyed_address", self.address()));
    values.put("Keyed.keyed_servers", members.size());
    SlotCounts slots = status.slots();
    values.put("Keyed.keyed_slots", slots.held());
    values.put("Keyed.keyed_slots_damaged", slots.damaged());
    values.put("Keyed.keyed_slots_taken", slots.taken());
    values.put("Keyed.keyed_slots_given", slots.given());
    values.put("Keyed.keyed_slots_received", slots.received());
    values.put(
        "keyed_slot_moves",
        Map.of("taken", slots.taken(), "given", slots.given(), "received", slots.received()));
    NumberCounts issued = status.numbers();
    values.put("Keyed.keyed_keys", issued.keys());
    values.put("Keyed.keyed_keys_forgotten", issued.keysForgotten());
    values.put("Keyed.keyed_issued", issued.issued());
    values.put("Keyed.keyed_raises", issued.raises());
    values.put("Keyed.keyed_raise_writes", issued.raiseWrites());
    values.put("Keyed.keyed_restarts", status.restarts());
    values.put("Keyed.keyed_lease_remaining_ms", status.leaseRemaining());
    values.put("Keyed.keyed_waits", statistics.keyWaits);
    values.put("Keyed.keyed_redirections", statistics.redirected);
    // redis-py cannot parse an INFO value that has both a comma and an equals sign
    String failure = status.storeFailure().orElse("").replace(',', ';');
    values.put("Keyed.keyed_store_failure", ErrorText.line(failure));
    values.put("keyed_store_failing", status.storeFailure().isPresent());
    values.put("keys_ready", isPermitted(status));
  }

  private void addTags(Map<String, Object> values, List<SegmentStatus> tags) {
    List<SegmentStatus> busiest =
        tags.stream()
            .sorted(Comparator.comparingLong(SegmentStatus::issued).reversed())
            .limit(MAX_TAGS)
            .toList();
    values.put("tags", tags.size());
    values.put("tags_ready", areIssued(tags));
    values.put("numbers_issued", byTag(busiest, SegmentStatus::issued));
    values.put("numbers_buffered", byTag(busiest, SegmentStatus::buffered));
  }

  private static Map<String, Double> byTag(
      List<SegmentStatus> tags, ToDoubleFunction<SegmentStatus> value) {
    return tags.stream().collect(Collectors.toMap(SegmentStatus::tag, value::applyAsDouble));
  }

  private void addRequests(Map<String, Object> values) {
    values.put(
        "connections_ended_early",
        Map.of("refused", statistics.refused, "slow", statistics.dropped));
    values.put(
        "waits",
        Map.of(
            "ids", queues.ids().added(),
            "numbers", queues.tags().added(),
            "keys", statistics.keyWaits));
    values.put("http_requests", statistics.httpAnswers);
    values.put("command_duration_seconds", statistics.latencies());
    values.put("http_duration_seconds", statistics.httpLatency);
    values.put("build", Map.of(BuildInfo.version(), 1));
  }

  /** Returns whether the server can issue now. Slow for tags, as there may be thousands. */
  public boolean isReady(Capability capability) {
    return switch (capability) {
      case IDS -> issues(ids.status());
      case TAGS -> areIssued(segments.status());
      case KEYS -> keyed != null && isPermitted(keyed.status());
    };
  }

  private static boolean issues(SnowflakeStatus status) {
    return switch (status.state()) {
      case READY -> true;
      case GRANT_NEEDED -> status.storeFailure().isEmpty();
      case CLOCK_BEHIND, CLOCK_FAILED, EXHAUSTED, STOPPED, CLOSED -> false;
    };
  }

  private static boolean areIssued(List<SegmentStatus> tags) {
    return tags.stream().noneMatch(tag -> tag.buffered() == 0 && tag.lastFailure().isPresent());
  }

  private static boolean isPermitted(KeyedStatus status) {
    return status.leaseRemaining().toNanos() > 0 && status.numbers().boundFailure().isEmpty();
  }
}
