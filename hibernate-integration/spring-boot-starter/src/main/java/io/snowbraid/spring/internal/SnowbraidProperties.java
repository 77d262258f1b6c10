package io.snowbraid.spring.internal;

import io.snowbraid.RollbackPolicy;
import io.snowbraid.SequenceOrder;
import io.snowbraid.jdbc.internal.GeneratorSettings;
import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The settings of the application's generator. All are optional if there is a {@code DataSource};
 * an unknown one stops startup.
 *
 * @param layout Layout of ids: the name of a constant in Layouts, in upper or lower case, or the
 *     text form of a layout; DEFAULT if not set.
 * @param workerId Fixed worker number, used instead of a leased worker. No other running process
 *     may use it, and after a restart the clock must be past its last id.
 * @param directory Directory on a local disk to lease workers and draw segments from, for the
 *     processes of one machine and for tests that reset the schema.
 * @param dataSource Name of the DataSource bean to lease workers from; the only or primary one by
 *     default.
 * @param table Table to lease workers from, with its schema if necessary; snowbraid_worker by
 *     default.
 * @param createTable Whether to create a missing worker table after scripts and migrations have
 *     run; true by default. If false, startup waits up to ten seconds for the table.
 * @param namespace Namespace in the worker table or ZooKeeper; ids are unique within it; 'default'
 *     if not set.
 * @param workers Workers that may be leased from the table, directory or ZooKeeper, as numbers or
 *     ranges such as '0-63'; all by default. With separate shares, independent stores can serve one
 *     namespace.
 * @param owner Name of the process that holds the worker, for operators; the host name by default.
 * @param horizon How far ahead ids are granted, and therefore how long they continue without the
 *     store; one minute by default.
 * @param maxLead Largest step back treated as a stopped clock, and how far ids may be ahead of the
 *     clock in a burst; one second by default.
 * @param maxWait How long a call may wait for the clock or the store; one second by default.
 * @param maxClockOffset Largest difference between the clock and the store clock at which the
 *     application starts; by default, a difference above ten seconds is only logged.
 * @param rollbackPolicy What happens when the clock steps back by more than max-lead;
 *     switch-timeline by default.
 * @param sequenceOrder Order in which a tick's sequence numbers are used; ascending by default.
 * @param assignedIds Whether the application may assign ids to entities; if not, an entity that has
 *     an id is considered stored, as with Hibernate's own generators.
 * @param sqlFunctions The SQL functions.
 * @param json Ids in JSON.
 * @param publicIds Public ids.
 * @param segmentTable Table to draw segments from, with its schema if necessary; snowbraid_segment
 *     by default.
 * @param segments Tags whose first numbers are drawn at startup. Each has its own bean with the tag
 *     as its qualifier.
 * @param server The embedded id server; needs snowbraid-server.
 * @param client The servers whose ids the application uses; needs snowbraid-client.
 * @param zookeeper ZooKeeper to lease workers from; needs snowbraid-zookeeper.
 */
@ConfigurationProperties(prefix = "snowbraid", ignoreUnknownFields = false)
public record SnowbraidProperties(
    @Nullable String layout,
    @Nullable Integer workerId,
    @Nullable String directory,
    @Nullable String dataSource,
    @Nullable String table,
    @Nullable Boolean createTable,
    @Nullable String namespace,
    @Nullable String workers,
    @Nullable String owner,
    @Nullable Duration horizon,
    @Nullable Duration maxLead,
    @Nullable Duration maxWait,
    @Nullable Duration maxClockOffset,
    @Nullable RollbackPolicy rollbackPolicy,
    @Nullable SequenceOrder sequenceOrder,
    @DefaultValue("false") boolean assignedIds,
    @DefaultValue SqlFunctions sqlFunctions,
    @DefaultValue Json json,
    @DefaultValue PublicIds publicIds,
    @Nullable String segmentTable,
    @DefaultValue Map<String, SegmentProperties> segments,
    @DefaultValue Server server,
    @DefaultValue Client client,
    @DefaultValue Zookeeper zookeeper) {

  /**
   * Returns the generator's settings after checking them.
   *
   * @throws InvalidConfigurationPropertyValueException if one is malformed or has no effect
   */
  public GeneratorSettings generator() {
    return BuilderProperties.named(() -> read().check());
  }

  /**
   * Returns the settings of a generator whose worker has another origin, after checking them.
   *
   * @param origin where the worker comes from
   * @param name the property that sets this origin
   * @throws InvalidConfigurationPropertyValueException if one is malformed or has no effect
   */
  public GeneratorSettings generator(Origin origin, String name) {
    return BuilderProperties.named(() -> read().from(origin, name).check());
  }

  private GeneratorSettings read() {
    return GeneratorSettings.read(this::value, setting -> "snowbraid." + setting.key());
  }

  private @Nullable Object value(Setting setting) {
    return switch (setting) {
      case WORKER_ID -> workerId;
      case DIRECTORY -> directory;
      case TABLE -> table;
      case CREATE_TABLE -> createTable;
      case NAMESPACE -> namespace;
      case WORKERS -> workers;
      case LAYOUT -> layout;
      case OWNER -> owner;
      case HORIZON -> horizon;
      case MAX_LEAD -> maxLead;
      case MAX_WAIT -> maxWait;
      case MAX_CLOCK_OFFSET -> maxClockOffset;
      case ROLLBACK_POLICY -> rollbackPolicy;
      case SEQUENCE_ORDER -> sequenceOrder;
    };
  }

  /** Returns whether segments are drawn from the directory. */
  public boolean hasSegmentsInDirectory() {
    return directory != null && segmentTable == null;
  }

  /**
   * The settings of one tag's draws.
   *
   * @param target How long a segment should last at the current rate; ten seconds by default.
   * @param minDraw Smallest number of numbers to draw at once; 1 by default.
   * @param maxDraw Largest number of numbers to draw at once, at most 1000000, which is also the
   *     default.
   * @param maxWait How long a call may wait for numbers; five seconds by default.
   */
  public record SegmentProperties(
      @Nullable Duration target,
      @Nullable Long minDraw,
      @Nullable Long maxDraw,
      @Nullable Duration maxWait) {}

  /**
   * The SQL functions.
   *
   * @param install Whether to install the SQL functions in the database, before Hibernate creates
   *     tables.
   */
  public record SqlFunctions(@DefaultValue("false") boolean install) {}

  /**
   * Ids in JSON.
   *
   * @param idsAsStrings Whether Jackson writes all generated ids as strings, because numbers in
   *     JavaScript are exact only up to 2^53.
   */
  public record Json(@DefaultValue("false") boolean idsAsStrings) {}

  /**
   * Public ids.
   *
   * @param keys 128-bit keys in Base64 for ids with @PublicIdText; the first one writes, all read.
   *     Public ids are disabled by default.
   */
  public record PublicIds(@Nullable List<String> keys) {

    @Override
    public String toString() {
      return "PublicIds[]"; // without the keys
    }
  }

  /**
   * The embedded id server.
   *
   * @param port Port of the embedded id server for the Redis protocol, or 0 for any free port. The
   *     server runs only if this is set.
   * @param bind Address to listen on; the loopback address by default.
   */
  public record Server(@Nullable String port, @Nullable InetAddress bind) {}

  /**
   * The servers whose ids the application uses.
   *
   * @param addresses Servers whose ids the application uses instead of its own, as host:port, the
   *     preferred one first; they must share one store.
   * @param user User name on the servers, with a secret; the servers' user default if not set.
   * @param secret The user's secret, as new-secret prints it; none by default.
   * @param sslBundle Name of the SSL bundle for server connections; unencrypted by default.
   * @param idsPerRequest Ids per request, at most the servers' own limit; 100 by default.
   * @param timeout How long a server may take before the client tries the next one; two seconds by
   *     default.
   * @param maxWait How long a call may wait for ids; five seconds by default.
   * @param maxAge How old an id may be when it is issued; one second by default.
   * @param orderWait How long ids that are not above the last one are discarded; one second by
   *     default.
   */
  public record Client(
      @Nullable List<String> addresses,
      @Nullable String user,
      @Nullable String secret,
      @Nullable String sslBundle,
      @Nullable Integer idsPerRequest,
      @Nullable Duration timeout,
      @Nullable Duration maxWait,
      @Nullable Duration maxAge,
      @Nullable Duration orderWait) {

    @Override
    public String toString() {
      return "Client[addresses=" + addresses + "]"; // without the secret
    }
  }

  /**
   * ZooKeeper to lease workers from.
   *
   * @param connectString ZooKeeper servers to lease workers from, as host:port, separated by commas
   *     and followed by a path if all nodes are below it.
   * @param path Node below which workers are recorded; /snowbraid by default. If set without
   *     connect-string, the application's CuratorFramework bean is used.
   */
  public record Zookeeper(@Nullable String connectString, @Nullable String path) {}
}
