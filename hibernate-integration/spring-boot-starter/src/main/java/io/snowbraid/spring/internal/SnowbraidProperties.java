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
 * The settings of the application's generator. All are optional if there is a {@code DataSource}; a
 * mistyped one stops the startup.
 *
 * @param layout Layout of ids: the name of a constant in Layouts, in upper or lower case, or the
 *     text form of a layout; DEFAULT unless set.
 * @param workerId Worker number to use instead of a leased worker; no other running process may
 *     have it, and after a restart the clock has to be past its last id.
 * @param directory Directory on a local disk to lease workers from and to draw numbers of tags
 *     from, for processes of one machine, and for tests that reset the schema.
 * @param dataSource Name of the DataSource bean that workers are leased from; the only or primary
 *     one unless set.
 * @param table Table that workers are leased from, with its schema if necessary; snowbraid_worker
 *     unless set.
 * @param createTable Whether a missing worker table is created after scripts and migrations have
 *     run; true unless set. If false, the startup waits up to ten seconds for the table.
 * @param namespace Name of the set of ids that are unique together, in the worker table or
 *     ZooKeeper; 'default' unless set.
 * @param workers Workers that may be leased from the table, directory or ZooKeeper, as numbers or
 *     ranges such as '0-63'; all unless set. With separate shares, independent stores can serve one
 *     namespace.
 * @param owner Name of the worker's holder, for people; the host name unless set.
 * @param horizon How far ahead ids are granted, and so how long they continue without the store;
 *     one minute unless set.
 * @param maxLead Largest step back of the clock that counts as standing still, and how far ids may
 *     be ahead of the clock in a burst; one second unless set.
 * @param maxWait How long a call may wait for the clock or the store; one second unless set.
 * @param maxClockOffset Largest difference between the clock and the store's clock that the
 *     application starts with; unless set, a difference of ten seconds is logged.
 * @param rollbackPolicy What happens when the clock steps back by more than max-lead;
 *     switch-timeline unless set.
 * @param sequenceOrder Order in which the sequence numbers of a tick are used; ascending unless
 *     set.
 * @param assignedIds Whether the application may assign ids to entities; if not, an entity that has
 *     an id counts as stored before, as with Hibernate's own generators.
 * @param sqlFunctions The SQL functions.
 * @param json Ids in JSON.
 * @param publicIds Ids as texts for strangers.
 * @param segmentTable Table that numbers in a row are drawn from, with its schema if necessary;
 *     snowbraid_segment unless set.
 * @param segments Tags whose first numbers are drawn at startup, and which have a bean of their own
 *     with the tag as its qualifier.
 * @param server The server of ids inside the application; needs snowbraid-server.
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
   * Returns the settings of the generator, checked.
   *
   * @throws InvalidConfigurationPropertyValueException if one is malformed or has no effect
   */
  public GeneratorSettings generator() {
    return BuilderProperties.named(() -> read().check());
  }

  /**
   * Returns the settings of a generator whose worker comes from elsewhere, checked.
   *
   * @param origin where the worker comes from
   * @param name what says so
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

  /** Tells whether numbers of a tag are drawn from below the directory. */
  public boolean hasSegmentsInDirectory() {
    return directory != null && segmentTable == null;
  }

  /**
   * How the numbers of one tag are drawn.
   *
   * @param target How long a segment should last at the present rate; ten seconds unless set.
   * @param minDraw Least numbers to draw at once; 1 unless set.
   * @param maxDraw Most numbers to draw at once, up to 1000000; that unless set.
   * @param maxWait How long a call may wait for numbers; five seconds unless set.
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
   * Ids as texts for strangers.
   *
   * @param keys Keys of 128 bits in Base64 for ids with @PublicIdText; the first one writes, all
   *     read. Public ids are off unless set.
   */
  public record PublicIds(@Nullable List<String> keys) {

    @Override
    public String toString() {
      return "PublicIds[]"; // without the keys
    }
  }

  /**
   * The server of ids inside the application.
   *
   * @param port Port on which the application issues ids by the Redis protocol, 0 for any that is
   *     free; it does so only if this is set.
   * @param bind Address to listen on; the loopback address unless set.
   */
  public record Server(@Nullable String port, @Nullable InetAddress bind) {}

  /**
   * The servers whose ids the application uses.
   *
   * @param addresses Servers whose ids the application uses instead of its own, as host:port, the
   *     preferred one first; they must have one store.
   * @param user User of the servers, with a secret; their user default unless set.
   * @param secret Secret of the user, as new-secret prints it; none unless set.
   * @param sslBundle Name of the SSL bundle for connections to the servers; they are not encrypted
   *     unless set.
   * @param idsPerRequest Ids in one request, not above the servers' own limit; 100 unless set.
   * @param timeout How long a server may take before the next one is asked; two seconds unless set.
   * @param maxWait How long a call may wait for ids; five seconds unless set.
   * @param maxAge How old an id may be when it is issued; one second unless set.
   * @param orderWait How long ids that are not above the last one are discarded; one second unless
   *     set.
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
   * @param connectString Servers to lease workers from, as host:port with commas, and a path behind
   *     them if all nodes are below it.
   * @param path Node below which workers are recorded, /snowbraid unless set; without
   *     connect-string, it has the CuratorFramework bean of the application used.
   */
  public record Zookeeper(@Nullable String connectString, @Nullable String path) {}
}
