package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.access.Authenticator;
import io.snowbraid.server.internal.services.HeapShare;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Issues ids to clients of Redis.
 *
 * <pre>{@code
 * IdServer server = IdServer.builder().ids(ids).segments(segments).build();
 * server.start();
 * }</pre>
 *
 * <p>{@code GETID} answers an id, {@code MGETID n} several, {@code NEXTID tag} a number of a tag,
 * {@code MNEXTID tag n} several, and {@code DECODEID id} the parts of an id. {@code COMMAND DOCS}
 * lists all commands. With {@link Builder#keyed}, {@code INCR key} answers a number of a key.
 *
 * <p>The generators belong to the caller, who closes them after the server.
 *
 * <p>Safe for use by any number of threads, except that only one may {@linkplain #start start} it.
 */
public final class IdServer implements AutoCloseable {

  /** The port unless another is set. */
  public static final int DEFAULT_PORT = 7878;

  /** How long a call waits for a number per key unless another time is set. */
  public static final Duration DEFAULT_KEYED_WAIT = Duration.ofSeconds(1);

  private final ServerSettings settings;
  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final Authenticator authenticator;
  private final AtomicReference<@Nullable Listener> listener = new AtomicReference<>();

  private IdServer(Snowflake ids, SegmentGenerators segments, ServerSettings settings) {
    this.settings = settings;
    this.ids = ids;
    this.segments = segments;
    this.authenticator = new Authenticator(settings.users.accounts());
  }

  /**
   * Creates a builder.
   *
   * @return a builder that still needs generators
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Begins to listen. Not for use by several threads at once.
   *
   * @throws IllegalStateException if the server was started before, or the address is not free
   * @throws io.snowbraid.segment.SegmentSourceException if tokens of Tinyid cannot be read
   */
  public void start() {
    if (listener.get() != null) {
      throw new IllegalStateException("server must be started only once: address=" + address());
    }
    listener.set(Listener.open(settings, authenticator, ids, segments));
  }

  /**
   * Returns where the server listens.
   *
   * @return the address, with the port that was found if the port was set to 0
   * @throws IllegalStateException if the server was not started
   */
  public InetSocketAddress address() {
    return started().address();
  }

  /**
   * Returns where the server serves HTTP.
   *
   * @return the address; empty if HTTP was not set
   * @throws IllegalStateException if the server was not started
   */
  public Optional<InetSocketAddress> httpAddress() {
    return Optional.ofNullable(started().httpAddress());
  }

  private Listener started() {
    Listener started = listener.get();
    if (started == null) {
      throw new IllegalStateException("server must be started first: call start()");
    }
    return started;
  }

  /**
   * Replaces the users. Connections whose user or secret was removed are closed; the others stay,
   * with the rights that their users have now.
   *
   * @param known at least one if there were users, otherwise none
   * @throws IllegalArgumentException if there were users and are none now, or the other way round
   */
  public void replaceUsers(Users known) {
    authenticator.replace(known.accounts());
    Listener started = listener.get();
    if (started != null) {
      started.renewLogins();
    }
  }

  /**
   * Replaces the certificate and its key, for connections that are accepted from now on.
   *
   * @param encryption the new ones
   * @throws IllegalStateException if the server was not started, or does not encrypt connections
   */
  public void replaceTls(Tls encryption) {
    started().replaceTls(encryption);
  }

  /**
   * Makes {@code /health/ready} say DOWN, so that load balancers send no more clients. All are
   * served until {@link #close}. Does nothing if the server was not started.
   */
  public void announceEnd() {
    Listener started = listener.get();
    if (started != null) {
      started.announceEnd();
    }
  }

  /**
   * Ends. No connection is accepted any more, requests that have arrived are answered, and clients
   * are told that the connection ends. Those that are still connected after a second are cut off.
   */
  @Override
  public void close() {
    Listener started = listener.get();
    if (started != null) {
      started.close();
    }
  }

  /**
   * The settings of a server. The generators are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private @Nullable Snowflake ids;
    private @Nullable SegmentGenerators segments;
    private final ServerSettings settings = new ServerSettings();

    private Builder() {}

    /**
     * Sets what issues ids.
     *
     * @param generator a generator
     * @return this builder
     */
    public Builder ids(Snowflake generator) {
      ids = Objects.requireNonNull(generator, "ids");
      return this;
    }

    /**
     * Sets what issues the numbers of tags.
     *
     * @param generators generators of tags
     * @return this builder
     */
    public Builder segments(SegmentGenerators generators) {
      segments = Objects.requireNonNull(generators, "segments");
      return this;
    }

    /**
     * Sets the address to listen on; the loopback address unless set.
     *
     * @param bind an address of this machine
     * @return this builder
     */
    public Builder bind(InetAddress bind) {
      settings.address = Objects.requireNonNull(bind, "bind");
      return this;
    }

    /**
     * Sets the port; {@link #DEFAULT_PORT} unless set.
     *
     * @param number from 0 to 65,535; 0 for any that is free
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder port(int number) {
      if (number < 0 || number > 65_535) {
        throw new IllegalArgumentException("0 <= port <= 65535 must hold: port=" + number);
      }
      settings.port = number;
      return this;
    }

    /**
     * Sets who may have ids; anyone who reaches the address unless set.
     *
     * @param known those who may
     * @return this builder
     */
    public Builder users(Users known) {
      settings.users = Objects.requireNonNull(known, "users");
      return this;
    }

    /**
     * Encrypts all connections; none is encrypted unless set.
     *
     * @param encryption the server's certificate and key
     * @return this builder
     */
    public Builder tls(Tls encryption) {
      settings.tls = Objects.requireNonNull(encryption, "tls");
      return this;
    }

    /**
     * Serves HTTP, too, on the same address; not unless set.
     *
     * @param httpSettings what is served, and on which port
     * @return this builder
     */
    public Builder http(HttpSettings httpSettings) {
      settings.http = Objects.requireNonNull(httpSettings, "http");
      return this;
    }

    /**
     * Claims blocks of ids for jobs, too; not unless set.
     *
     * @param named the blocks, of the layout of the ids
     * @return this builder
     */
    public Builder blocks(IdBlocks named) {
      settings.blocks = Objects.requireNonNull(named, "blocks");
      return this;
    }

    /**
     * Serves numbers per key, too; not unless set. They belong to the caller, who closes them
     * before the server, so that clients are told meanwhile who serves them then.
     *
     * @param numbers this server's part of the numbers
     * @return this builder
     */
    public Builder keyed(KeyedNumbers numbers) {
      settings.keyed = Objects.requireNonNull(numbers, "numbers");
      return this;
    }

    /**
     * Sets how long a call waits for a number per key that cannot be issued now; {@link
     * #DEFAULT_KEYED_WAIT} unless set.
     *
     * @param max from 0 to a minute
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder keyedWait(Duration max) {
      if (max.isNegative() || max.compareTo(Duration.ofMinutes(1)) > 0) {
        throw new IllegalArgumentException("keyedWait must be from 0 to 1 min: keyedWait=" + max);
      }
      settings.keyedWait = max;
      return this;
    }

    /** Returns the settings, which this builder keeps changing. */
    ServerSettings settings() {
      return settings;
    }

    /**
     * Declares that the server may listen elsewhere than on the loopback although it has no {@link
     * #users} or no {@link #tls}.
     *
     * @param unprotected whether it may
     * @return this builder
     */
    public Builder unprotected(boolean unprotected) {
      settings.isUnprotected = unprotected;
      return this;
    }

    /**
     * Sets limits for clients; {@link ServerLimits#DEFAULT} unless set.
     *
     * @param serverLimits the limits
     * @return this builder
     */
    public Builder limits(ServerLimits serverLimits) {
      settings.limits = Objects.requireNonNull(serverLimits, "limits");
      return this;
    }

    /**
     * Sets how many threads serve the connections; half as many as there are processors unless set.
     *
     * @param count at least 1
     * @return this builder
     * @throws IllegalArgumentException if it is less
     */
    public Builder threads(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("threads must be >= 1: threads=" + count);
      }
      settings.threads = count;
      return this;
    }

    /**
     * Builds a server that does not listen yet. Later changes of this builder change nothing.
     *
     * @return a new server
     * @throws IllegalStateException if a generator is missing
     * @throws IllegalArgumentException if the address is not one of the loopback, and users or TLS
     *     are missing without {@link #unprotected}; or if the heap is too small for the limits
     */
    public IdServer build() {
      settings.requireProtection();
      if (ids == null || segments == null) {
        throw new IllegalStateException(
            "a server needs ids(...) and segments(...): missing="
                + (ids == null ? "ids" : "segments"));
      }
      KeyedNumbers keyed = settings.keyed;
      HeapShare.require(
          Runtime.getRuntime().maxMemory(),
          settings.limits,
          keyed == null ? 0 : keyed.settings().maxKeys());
      return new IdServer(ids, segments, settings.copy());
    }
  }
}
