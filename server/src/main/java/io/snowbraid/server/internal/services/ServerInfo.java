package io.snowbraid.server.internal.services;

import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.layout.Layout;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes the server in the notation of INFO. */
public final class ServerInfo {

  /**
   * The version of Redis whose answers clients may expect to the commands that are served. Some
   * clients decide by it what to send.
   */
  public static final String REDIS_VERSION = "7.0.0";

  private final Snowflake ids;
  private final @Nullable KeyedNumbers keyed;
  private final Statistics statistics;
  private final long begun = System.nanoTime();

  /** A new one for each start, as in Redis, because nothing is replicated that could continue. */
  private final String replicationId = randomReplicationId();

  public ServerInfo(Snowflake ids, @Nullable KeyedNumbers keyed, Statistics statistics) {
    this.ids = ids;
    this.keyed = keyed;
    this.statistics = statistics;
  }

  private static String randomReplicationId() {
    byte[] bytes = new byte[20];
    ThreadLocalRandom.current().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns the sections that are wanted, each with a heading. */
  public String text(Predicate<String> isWanted) {
    Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
    sections.put("Server", server());
    sections.put("Clients", clients());
    sections.put("Stats", stats());
    sections.put("Replication", replication());
    sections.put("Cluster", Map.of("cluster_enabled", keyed == null ? 0 : 1));
    sections.put("Ids", ids());
    if (keyed != null) {
      sections.put("Keyed", numbersPerKey(keyed));
    }
    return sections.entrySet().stream()
        .filter(section -> isWanted.test(section.getKey()))
        .map(section -> "# " + section.getKey() + "\r\n" + lines(section.getValue()))
        .collect(Collectors.joining("\r\n"));
  }

  private static String lines(Map<String, Object> values) {
    return values.entrySet().stream()
        .map(value -> value.getKey() + ":" + value.getValue() + "\r\n")
        .collect(Collectors.joining());
  }

  private Map<String, Object> server() {
    Layout layout = ids.layout();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("redis_version", REDIS_VERSION);
    values.put("redis_mode", keyed == null ? "standalone" : "cluster");
    values.put("snowbraid_version", BuildInfo.version());
    values.put("process_id", ProcessHandle.current().pid());
    values.put("uptime_in_seconds", (System.nanoTime() - begun) / 1_000_000_000);
    values.put("server_id", ids.workerId());
    values.put("id_range", bits(layout.workers()));
    values.put("shard_range", bits(layout.sequences()));
    values.put("random_range", bits(layout.tails()));
    return values;
  }

  /** Returns how many bits hold so many values. */
  private static int bits(int values) {
    return 32 - Integer.numberOfLeadingZeros(values - 1);
  }

  private Map<String, Object> clients() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("connected_clients", statistics.connected());
    return values;
  }

  private Map<String, Object> stats() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("total_connections_received", statistics.accepted());
    values.put("total_commands_processed", statistics.requests());
    values.put("rejected_connections", statistics.refused());
    values.put("dropped_connections", statistics.dropped());
    return values;
  }

  /** Clients and load balancers look here for a primary, and send requests to nothing else. */
  private Map<String, Object> replication() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("role", "master");
    values.put("connected_slaves", 0);
    values.put("master_replid", replicationId);
    values.put("master_repl_offset", 0);
    return values;
  }

  private Map<String, Object> ids() {
    SnowflakeStatus status = ids.status();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("layout", ids.layout());
    values.put("state", status.state());
    values.put("worker", ids.workerId());
    values.put("issued", status.issued());
    values.put("ahead_of_clock_ms", status.lead().toMillis());
    status.grantedUntil().ifPresent(until -> values.put("granted_until", until));
    return values;
  }

  /** Clients put the lines of all sections into one map, so each name begins with the section's. */
  private Map<String, Object> numbersPerKey(KeyedNumbers keyed) {
    KeyedStatus status = keyed.status();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("keyed_id", status.id());
    keyed.members().stream().limit(1).forEach(self -> values.put("keyed_address", self.address()));
    values.put("keyed_servers", keyed.members().size());
    values.put("keyed_slots", status.slots());
    values.put("keyed_slots_damaged", status.slotsDamaged());
    values.put("keyed_slots_taken", status.slotsTaken());
    values.put("keyed_slots_given", status.slotsGiven());
    values.put("keyed_slots_received", status.slotsReceived());
    values.put("keyed_keys", status.keys());
    values.put("keyed_keys_forgotten", status.keysForgotten());
    values.put("keyed_issued", status.issued());
    values.put("keyed_raises", status.raises());
    values.put("keyed_raise_writes", status.raiseWrites());
    values.put("keyed_restarts", status.restarts());
    values.put("keyed_lease_remaining_ms", status.leaseRemaining().toMillis());
    values.put("keyed_waits", statistics.keyWaits());
    values.put("keyed_redirections", statistics.redirected());
    values.put("keyed_store_failure", ErrorText.line(status.storeFailure().orElse("")));
    return values;
  }
}
