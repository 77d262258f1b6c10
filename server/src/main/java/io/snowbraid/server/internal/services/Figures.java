package io.snowbraid.server.internal.services;

import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentStatus;
import io.snowbraid.server.http.Capability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the server tells about itself, in one list: {@link Figure figures} that have a name in INFO,
 * a metric of Prometheus, or both.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Figures {

  /**
   * The version of Redis whose answers clients may expect to the commands that are served. Some
   * clients decide by it what to send.
   */
  public static final String REDIS_VERSION = "7.0.0";

  /** More time series would cost whoever stores them too much. */
  private static final int MAX_TAGS = 100;

  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final @Nullable KeyedNumbers keyed;
  private final Statistics statistics;
  private final Queues queues;
  private final long begun = System.nanoTime();

  /** A new one for each start, as in Redis, because nothing is replicated that could continue. */
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

  /** Returns the sections of INFO that are wanted, each with a heading. */
  public String info(Predicate<String> isWanted) {
    Map<String, String> sections = new LinkedHashMap<>();
    ofInfo().stream()
        .filter(figure -> !figure.section().isEmpty() && isWanted.test(figure.section()))
        .forEach(figure -> sections.merge(figure.section(), figure.line(), String::concat));
    return sections.entrySet().stream()
        .map(section -> "# " + section.getKey() + "\r\n" + section.getValue())
        .collect(Collectors.joining("\r\n"));
  }

  /** Returns what does not take long to read. */
  private List<Figure> ofInfo() {
    List<Figure> all = new ArrayList<>();
    addServer(all);
    addConnections(all);
    addReplication(all);
    addIds(all);
    if (keyed != null) {
      addKeyed(all, keyed);
    }
    return all;
  }

  /** Returns all figures. There may be thousands of tags, so it takes longer. */
  public List<Figure> all() {
    List<Figure> all = ofInfo();
    addReadiness(all);
    addTags(all, segments.status());
    addRequests(all);
    return all;
  }

  private static Figure add(List<Figure> all, Object value) {
    Figure figure = new Figure(value);
    all.add(figure);
    return figure;
  }

  private void addServer(List<Figure> all) {
    Layout layout = ids.layout();
    add(all, REDIS_VERSION).info("Server", "redis_version");
    add(all, keyed == null ? "standalone" : "cluster").info("Server", "redis_mode");
    add(all, BuildInfo.version())
        .info("Server", "snowbraid_version")
        .label("version", BuildInfo.version())
        .text("snowbraid_build", "Which version this is.");
    add(all, ProcessHandle.current().pid()).info("Server", "process_id");
    add(all, (System.nanoTime() - begun) / 1_000_000_000).info("Server", "uptime_in_seconds");
    add(all, ids.workerId())
        .info("Server", "server_id")
        .gauge("snowbraid_worker_number", "The worker that is leased.");
    add(all, bits(layout.workers())).info("Server", "id_range");
    add(all, bits(layout.sequences())).info("Server", "shard_range");
    add(all, bits(layout.tails())).info("Server", "random_range");
  }

  /** Returns how many bits hold so many values. */
  private static int bits(int values) {
    return 32 - Integer.numberOfLeadingZeros(values - 1);
  }

  private void addConnections(List<Figure> all) {
    add(all, statistics.connected())
        .info("Clients", "connected_clients")
        .gauge("snowbraid_connections", "Open connections.");
    add(all, statistics.accepted())
        .info("Stats", "total_connections_received")
        .counter("snowbraid_connections_accepted", "Accepted connections.");
    add(all, statistics.requests())
        .info("Stats", "total_commands_processed")
        .counter("snowbraid_redis_requests", "Requests by Redis's protocol.");
    String early = "Connections beyond the limit, and those of slow clients.";
    add(all, statistics.refused())
        .info("Stats", "rejected_connections")
        .label("reason", "refused")
        .counter("snowbraid_connections_ended_early", early);
    add(all, statistics.dropped())
        .info("Stats", "dropped_connections")
        .label("reason", "slow")
        .counter("snowbraid_connections_ended_early", early);
  }

  /** Clients and load balancers look here for a primary, and send requests to nothing else. */
  private void addReplication(List<Figure> all) {
    add(all, "master").info("Replication", "role");
    add(all, 0).info("Replication", "connected_slaves");
    add(all, replicationId).info("Replication", "master_replid");
    add(all, 0).info("Replication", "master_repl_offset");
    add(all, keyed != null).info("Cluster", "cluster_enabled");
  }

  private void addIds(List<Figure> all) {
    SnowflakeStatus status = ids.status();
    add(all, ids.layout()).info("Ids", "layout");
    add(all, status.state()).info("Ids", "state");
    add(all, ids.workerId()).info("Ids", "worker");
    add(all, status.issued())
        .info("Ids", "issued")
        .counter("snowbraid_ids_issued", "Ids that were issued.");
    add(all, status.lead())
        .info("Ids", "ahead_of_clock_ms")
        .gauge("snowbraid_ids_ahead_seconds", "How far ids are ahead.");
    status.grantedUntil().ifPresent(until -> add(all, until).info("Ids", "granted_until"));
    status
        .grantRemaining()
        .ifPresent(
            left ->
                add(all, left)
                    .gauge(
                        "snowbraid_grant_remaining_seconds",
                        "How long ids can be issued without the store."));
    add(all, status.storeFailure().isPresent())
        .gauge(
            "snowbraid_store_failing",
            "1 if the store did not answer the last request, otherwise 0.");
  }

  /** Clients put the lines of all sections into one map, so each name begins with the section's. */
  private void addKeyed(List<Figure> all, KeyedNumbers numbers) {
    KeyedStatus status = numbers.status();
    add(all, status.id()).info("Keyed", "keyed_id");
    numbers.members().stream()
        .limit(1)
        .forEach(self -> add(all, self.address()).info("Keyed", "keyed_address"));
    add(all, numbers.members().size()).info("Keyed", "keyed_servers");
    add(all, status.slots())
        .info("Keyed", "keyed_slots")
        .gauge("snowbraid_keyed_slots", "Slots of keys that are held.");
    add(all, status.slotsDamaged())
        .info("Keyed", "keyed_slots_damaged")
        .gauge("snowbraid_keyed_slots_damaged", "Slots whose row was deleted or set back.");
    addMoves(all, "taken", status.slotsTaken());
    addMoves(all, "given", status.slotsGiven());
    addMoves(all, "received", status.slotsReceived());
    add(all, status.keys())
        .info("Keyed", "keyed_keys")
        .gauge("snowbraid_keyed_keys", "Keys in memory.");
    add(all, status.keysForgotten())
        .info("Keyed", "keyed_keys_forgotten")
        .counter(
            "snowbraid_keyed_keys_forgotten", "Keys that were forgotten because of the limit.");
    add(all, status.issued())
        .info("Keyed", "keyed_issued")
        .counter("snowbraid_keyed_numbers_issued", "Numbers of keys that were issued.");
    add(all, status.raises())
        .info("Keyed", "keyed_raises")
        .counter("snowbraid_keyed_raises", "Bounds of slots that were raised.");
    add(all, status.raiseWrites())
        .info("Keyed", "keyed_raise_writes")
        .counter("snowbraid_keyed_raise_writes", "Statements that raised bounds.");
    add(all, status.restarts())
        .info("Keyed", "keyed_restarts")
        .counter("snowbraid_keyed_restarts", "Times that other servers have ended this one.");
    add(all, status.leaseRemaining())
        .info("Keyed", "keyed_lease_remaining_ms")
        .gauge(
            "snowbraid_keyed_lease_remaining_seconds",
            "How long numbers of keys can be issued without the store.");
    add(all, statistics.keyWaits()).info("Keyed", "keyed_waits");
    add(all, statistics.redirected()).info("Keyed", "keyed_redirections");
    add(all, ErrorText.line(status.storeFailure().orElse(""))).info("Keyed", "keyed_store_failure");
    add(all, status.storeFailure().isPresent())
        .gauge(
            "snowbraid_keyed_store_failing",
            "1 if the last call to the store of keys failed, otherwise 0.");
  }

  private static void addMoves(List<Figure> all, String how, long count) {
    add(all, count)
        .info("Keyed", "keyed_slots_" + how)
        .label("how", how)
        .counter("snowbraid_keyed_slot_moves", "Slots that have changed their holder, by how.");
  }

  private void addReadiness(List<Figure> all) {
    for (Capability capability : Capability.values()) {
      if (capability != Capability.KEYS || keyed != null) {
        add(all, isReady(capability))
            .gauge(
                "snowbraid_" + capability.name().toLowerCase(Locale.ROOT) + "_ready",
                "1 if a call gets what it asks for now, otherwise 0.");
      }
    }
  }

  private static void addTags(List<Figure> all, List<SegmentStatus> tags) {
    add(all, tags.size()).gauge("snowbraid_tags", "Tags in memory.");
    tags.stream()
        .sorted(Comparator.comparingLong(SegmentStatus::issued).reversed())
        .limit(MAX_TAGS)
        .forEach(tag -> addTag(all, tag));
  }

  private static void addTag(List<Figure> all, SegmentStatus tag) {
    add(all, tag.issued())
        .label("tag", tag.tag())
        .counter(
            "snowbraid_numbers_issued",
            "Numbers that were issued, of the " + MAX_TAGS + " busiest tags.");
    add(all, tag.buffered())
        .label("tag", tag.tag())
        .gauge(
            "snowbraid_numbers_buffered",
            "Numbers that can be issued without the store, of the same tags.");
  }

  private void addRequests(List<Figure> all) {
    String waits = "Requests that had to wait, by what they waited for.";
    add(all, queues.ids().added()).label("for", "ids").counter("snowbraid_waits", waits);
    add(all, queues.tags().added()).label("for", "numbers").counter("snowbraid_waits", waits);
    add(all, statistics.keyWaits()).label("for", "keys").counter("snowbraid_waits", waits);
    add(all, statistics.redirected())
        .counter("snowbraid_redirections", "Redis requests that were sent to another server.");
    String answers = "Answers by HTTP, by their status.";
    HttpStatistics http = statistics.http();
    add(all, http.succeeded()).label("status", "2xx").counter("snowbraid_http_requests", answers);
    add(all, http.refused()).label("status", "4xx").counter("snowbraid_http_requests", answers);
    add(all, http.failed()).label("status", "5xx").counter("snowbraid_http_requests", answers);
    statistics
        .latencies()
        .forEach(
            (name, took) ->
                add(all, took)
                    .label("command", name)
                    .histogram(
                        "snowbraid_command_duration_seconds",
                        "How long requests by Redis's protocol take in the server."));
    add(all, statistics.httpLatency())
        .histogram(
            "snowbraid_http_duration_seconds", "How long requests by HTTP take in the server.");
  }

  /** Returns whether a call gets what it asks for now. There may be thousands of tags. */
  public boolean isReady(Capability capability) {
    return switch (capability) {
      case IDS -> issues(ids.status());
      case TAGS -> segments.status().stream().noneMatch(Figures::isStarved);
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

  private static boolean isStarved(SegmentStatus tag) {
    return tag.buffered() == 0 && tag.lastFailure().isPresent();
  }

  private static boolean isPermitted(KeyedStatus status) {
    return status.leaseRemaining().toNanos() > 0 && status.boundFailure().isEmpty();
  }
}
