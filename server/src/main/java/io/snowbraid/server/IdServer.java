package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
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
 * lists all commands.
 *
 * <p>The generators belong to the caller, who closes them after the server.
 */
public final class IdServer implements AutoCloseable {

  /** The port unless another is set. */
  public static final int DEFAULT_PORT = 7878;

  private static final Duration REFUSAL_DELAY = Duration.ofSeconds(1);

  private final Builder settings;
  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final InetAddress address;
  private final Authenticator authenticator;
  private final AtomicReference<@Nullable Listener> listener = new AtomicReference<>();

  private IdServer(Snowflake ids, SegmentGenerators segments, Builder settings) {
    this.settings = settings;
    this.ids = ids;
    this.segments = segments;
    this.address = settings.address;
    this.authenticator = new Authenticator(settings.users, REFUSAL_DELAY);
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
   * Begins to listen. Not to be called by several threads at a time.
   *
   * @throws IllegalStateException if the server was started before, or the address is not free
   */
  public void start() {
    if (listener.get() != null) {
      throw new IllegalStateException("server must be started only once: address=" + address());
    }
    InetSocketAddress where = new InetSocketAddress(address, settings.port);
    listener.set(
        Listener.open(
            where, settings.threads, settings.tls, authenticator, settings.limits, ids, segments));
  }

  /**
   * Returns where the server listens.
   *
   * @return the address, with the port that was found if the port was set to 0
   * @throws IllegalStateException if the server was not started
   */
  public InetSocketAddress address() {
    Listener started = listener.get();
    if (started == null) {
      throw new IllegalStateException("server must be started first: call start()");
    }
    return started.address();
  }

  /**
   * Ends. No connection is accepted any more, requests that have arrived are answered, and clients
   * are told that the connection ends. Those that are still connected after 2 seconds are cut off.
   */
  @Override
  public void close() {
    Listener started = listener.get();
    if (started != null) {
      started.close();
    }
    authenticator.close();
  }

  /**
   * The settings of a server. The generators are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private @Nullable Snowflake ids;
    private @Nullable SegmentGenerators segments;
    private InetAddress address = InetAddress.getLoopbackAddress();
    private int port = DEFAULT_PORT;
    private boolean isUnprotected;
    private Users users = Users.NONE;
    private @Nullable Tls tls;
    private ServerLimits limits = ServerLimits.DEFAULT;
    private int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

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
      address = Objects.requireNonNull(bind, "bind");
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
      port = number;
      return this;
    }

    /**
     * Sets who may have ids; anyone who reaches the address unless set.
     *
     * @param known those who may
     * @return this builder
     */
    public Builder users(Users known) {
      users = Objects.requireNonNull(known, "users");
      return this;
    }

    /**
     * Encrypts all connections; none is encrypted unless set.
     *
     * @param encryption the server's certificate and key
     * @return this builder
     */
    public Builder tls(Tls encryption) {
      tls = Objects.requireNonNull(encryption, "tls");
      return this;
    }

    /**
     * Declares that the server may listen elsewhere than on the loopback although it has no {@link
     * #users} or no {@link #tls}.
     *
     * @param unprotected whether it may
     * @return this builder
     */
    public Builder unprotected(boolean unprotected) {
      isUnprotected = unprotected;
      return this;
    }

    /**
     * Sets limits for clients; {@link ServerLimits#DEFAULT} unless set.
     *
     * @param serverLimits the limits
     * @return this builder
     */
    public Builder limits(ServerLimits serverLimits) {
      limits = Objects.requireNonNull(serverLimits, "limits");
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
      threads = count;
      return this;
    }

    /**
     * Builds a server that does not listen yet. Later changes of this builder change nothing.
     *
     * @return a new server
     * @throws IllegalStateException if a generator is missing
     * @throws IllegalArgumentException if the address is not one of the loopback, and users or TLS
     *     are missing without {@link #unprotected}
     */
    public IdServer build() {
      requireProtection(address, isUnprotected, !users.isEmpty(), tls != null);
      if (ids == null || segments == null) {
        throw new IllegalStateException(
            "a server needs ids(...) and segments(...): missing="
                + (ids == null ? "ids" : "segments"));
      }
      return new IdServer(ids, segments, copy());
    }

    private Builder copy() {
      Builder copy = new Builder();
      copy.address = address;
      copy.port = port;
      copy.users = users;
      copy.tls = tls;
      copy.limits = limits;
      copy.threads = threads;
      return copy;
    }
  }

  /** Checks that an address may be used. */
  static void requireProtection(
      InetAddress bind, boolean isUnprotected, boolean hasUsers, boolean hasTls) {
    if (!bind.isLoopbackAddress() && !isUnprotected && !(hasUsers && hasTls)) {
      throw new IllegalArgumentException(
          "address must be one of the loopback unless there are users and TLS: bind="
              + bind.getHostAddress()
              + ", users="
              + hasUsers
              + ", tls="
              + hasTls
              + "; set both, or unprotected if anyone who reaches the address may have ids");
    }
  }
}
