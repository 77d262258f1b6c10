package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.internal.Arguments;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.access.Protection;
import io.snowbraid.server.internal.services.HeapShare;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves ids, tag numbers (drawn in segments) and numbers per key (counters divided among servers)
 * to Redis clients, and optionally over HTTP.
 *
 * <pre>{@code
 * IdServer server = IdServer.builder().ids(ids).segments(segments).build();
 * server.start();
 * }</pre>
 *
 * <p>{@code GETID} returns an id, {@code MGETID n} several, {@code NEXTID tag} a tag number, {@code
 * MNEXTID tag n} several, and {@code DECODEID id} the parts of an id. With {@link Builder#keyed},
 * {@code INCR key} returns the key's next number. {@code COMMAND DOCS} lists all commands.
 *
 * <p>The server closes nothing that was passed to the builder. Shut down in this order: {@link
 * #announceShutdown}; close the {@link KeyedNumbers}, while this server still redirects clients to
 * the new owners of its slots; {@link #close} the server; close the generators.
 *
 * <p>Thread-safe, except that only one thread may {@linkplain #start start} the server.
 */
public final class IdServer implements AutoCloseable {

  /** The default port for Redis clients. */
  public static final int DEFAULT_PORT = 7878;

  /** How long a call waits for a number per key by default. */
  public static final Duration DEFAULT_KEYED_WAIT = Duration.ofSeconds(1);

  private final ServerSettings settings;
  private volatile @Nullable Listener listener;

  private IdServer(ServerSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns a builder for a new server.
   *
   * @return a builder; {@linkplain Builder#ids ids} and {@linkplain Builder#segments segments} must
   *     be set
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts listening. Must be called only once.
   *
   * @throws IllegalStateException if the server was already started, or if the address cannot be
   *     bound
   * @throws io.snowbraid.segment.SegmentSourceException if Tinyid's endpoints are enabled and their
   *     tokens cannot be read
   */
  public void start() {
    if (listener != null) {
      throw new IllegalStateException("server must be started only once: address=" + address());
    }
    listener = new Listener(settings);
  }

  /**
   * Returns the address for Redis clients.
   *
   * @return the address, with the actual port if port 0 was set
   * @throws IllegalStateException if the server has not been started
   */
  public InetSocketAddress address() {
    return requireListener().address();
  }

  /**
   * Returns the address for HTTP clients.
   *
   * @return the address; empty without HTTP
   * @throws IllegalStateException if the server has not been started
   */
  public Optional<InetSocketAddress> httpAddress() {
    return Optional.ofNullable(requireListener().httpAddress());
  }

  private Listener requireListener() {
    return Optional.ofNullable(listener)
        .orElseThrow(() -> new IllegalStateException("server must be started first; call start()"));
  }

  /**
   * Replaces the users. Connections whose user or secret was removed are closed. All others stay
   * open, with their user's new rights.
   *
   * @param users the new users; empty only if the server was built without users
   * @throws IllegalArgumentException if the server was built with users and the new ones are empty,
   *     or was built without users and they are not
   * @throws IllegalStateException if the server has not been started
   */
  public void replaceUsers(Users users) {
    requireListener().replaceUsers(users);
  }

  /**
   * Replaces the certificate and its key for new connections.
   *
   * @param tls the new certificate and key
   * @throws IllegalStateException if the server has not been started, or was built without TLS
   */
  public void replaceTls(Tls tls) {
    requireListener().replaceTls(tls);
  }

  /**
   * Makes {@code /health/ready} report DOWN, so that load balancers stop sending clients. Clients
   * are served until {@link #close}. Has no effect before {@link #start}.
   */
  public void announceShutdown() {
    Optional.ofNullable(listener).ifPresent(Listener::announceShutdown);
  }

  /**
   * Shuts the server down. It accepts no more connections, answers the requests that have arrived,
   * and tells clients that their connections are closing. After one second, remaining connections
   * are cut off.
   */
  @Override
  public void close() {
    Optional.ofNullable(listener).ifPresent(Listener::close);
  }

  /**
   * Builds a server. {@link #ids} and {@link #segments} are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    /** Package-private for tests, which also replace clocks. */
    final ServerSettings settings = new ServerSettings();

    private Builder() {}

    /**
     * Sets the generator of ids.
     *
     * @param ids the generator
     * @return this builder
     */
    public Builder ids(Snowflake ids) {
      settings.ids = Objects.requireNonNull(ids, "ids");
      return this;
    }

    /**
     * Sets the generators of tag numbers.
     *
     * @param segments the generators
     * @return this builder
     */
    public Builder segments(SegmentGenerators segments) {
      settings.segments = Objects.requireNonNull(segments, "segments");
      return this;
    }

    /**
     * Also serves numbers per key. Close this object before the server; see {@link IdServer}.
     *
     * @param keyed this server's part of the numbers per key
     * @return this builder
     */
    public Builder keyed(KeyedNumbers keyed) {
      settings.keyed = Objects.requireNonNull(keyed, "keyed");
      return this;
    }

    /**
     * Sets how long a call may wait while its slot moves between servers or its bound is raised.
     *
     * @param maxWait from 0 to one minute; {@link #DEFAULT_KEYED_WAIT} by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is out of range
     */
    public Builder keyedWait(Duration maxWait) {
      settings.keyedWait =
          Arguments.between("keyedWait", maxWait, Duration.ZERO, Duration.ofMinutes(1));
      return this;
    }

    /**
     * Also claims id blocks for jobs. Without this call, the commands for blocks are off.
     *
     * @param blocks the blocks, with the same layout as the ids
     * @return this builder
     */
    public Builder blocks(IdBlocks blocks) {
      settings.blocks = Objects.requireNonNull(blocks, "blocks");
      return this;
    }

    /**
     * Sets the address to listen on.
     *
     * @param bind an address of this machine; the loopback address by default
     * @return this builder
     */
    public Builder bind(InetAddress bind) {
      settings.address = Objects.requireNonNull(bind, "bind");
      return this;
    }

    /**
     * Sets the port for Redis clients.
     *
     * @param port from 0 to 65,535, where 0 means any free port; {@link #DEFAULT_PORT} by default
     * @return this builder
     * @throws IllegalArgumentException if the port is out of range
     */
    public Builder port(int port) {
      settings.port = (int) Arguments.between("port", port, 0, 65_535);
      return this;
    }

    /**
     * Also serves HTTP, on the same IP address and a port of its own. Without this call, HTTP is
     * off.
     *
     * @param http the port and what it serves
     * @return this builder
     */
    public Builder http(HttpSettings http) {
      settings.http = Objects.requireNonNull(http, "http");
      return this;
    }

    /**
     * Sets the users. Without users, any client may do everything that administrators may.
     *
     * @param users the users; {@link Users#NONE} by default
     * @return this builder
     */
    public Builder users(Users users) {
      settings.users = Objects.requireNonNull(users, "users");
      return this;
    }

    /**
     * Encrypts all connections. Without this call, none is encrypted.
     *
     * @param tls the server's certificate and key
     * @return this builder
     */
    public Builder tls(Tls tls) {
      settings.tls = Objects.requireNonNull(tls, "tls");
      return this;
    }

    /**
     * Allows an address other than loopback even if {@link #users}, {@link #tls} or both are
     * missing. By default, such an address requires both.
     *
     * @param unprotected whether to allow this; false by default
     * @return this builder
     */
    public Builder unprotected(boolean unprotected) {
      settings.isUnprotected = unprotected;
      return this;
    }

    /**
     * Sets the limits for clients.
     *
     * @param limits the limits; {@link ServerLimits#DEFAULT} by default
     * @return this builder
     */
    public Builder limits(ServerLimits limits) {
      settings.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Sets how many threads serve connections.
     *
     * @param count at least 1; by default half the number of processors
     * @return this builder
     * @throws IllegalArgumentException if the count is less than 1
     */
    public Builder threads(int count) {
      settings.threads = (int) Arguments.atLeast("threads", count, 1);
      return this;
    }

    /**
     * Builds a server that does not listen yet. Later changes to this builder do not affect it.
     *
     * @return a new server
     * @throws IllegalStateException if a required generator is missing
     * @throws IllegalArgumentException if the address is not loopback and users and TLS are not
     *     both set, unless {@link #unprotected} allows it; or if the heap is too small for the
     *     limits
     */
    public IdServer build() {
      Protection.require(
          settings.address,
          settings.isUnprotected,
          !settings.users.accounts().isEmpty(),
          settings.tls != null);
      if (settings.ids == null || settings.segments == null) {
        String missing = settings.ids == null ? "ids" : "segments";
        throw new IllegalStateException(
            "server must have " + missing + "; call " + missing + "(...)");
      }
      KeyedNumbers keyed = settings.keyed;
      HeapShare.require(
          Runtime.getRuntime().maxMemory(),
          settings.limits,
          keyed == null ? 0 : keyed.settings().maxKeys());
      return new IdServer(settings.copy());
    }
  }
}
