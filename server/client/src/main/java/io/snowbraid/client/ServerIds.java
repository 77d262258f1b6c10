package io.snowbraid.client;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.CracSupport;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Threads;
import io.snowbraid.segment.Tags;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Issues ids or tag numbers of Snowbraid servers, prefetched in blocks.
 *
 * <pre>{@code
 * try (ServerIds ids = ServerIds.builder().addresses("ids-1:7878", "ids-2:7878").build()) {
 *   long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>All servers must share one store; otherwise they may issue the same ids. A client uses one
 * server until that fails or exceeds {@link Builder#timeout}, then tries the next address.
 * Meanwhile, calls use prefetched ids.
 *
 * <h2>Order</h2>
 *
 * <p>The ids of a client strictly increase, across all its threads. A server returns lower ids only
 * if its clock steps back by more than a second. After failing over, however, ids may be lower,
 * because the new server has another worker and clock, or drew its tag numbers earlier. The client
 * then discards ids at or below the last accepted one and draws again every 5 ms, while calls may
 * wait. After {@link Builder#orderWait}, it accepts lower ids, because unordered ids are better
 * than none; from there on, ids increase again. Ids therefore increase across failover if the
 * servers' clocks differ by less than {@code orderWait}. Ids within one of the last 1,024 accepted
 * blocks are never accepted again, whatever a server returns. Several clients have no common order.
 *
 * <p>Discarded tag numbers become gaps, at most as many as a server had prefetched. Tag numbers at
 * or below the last one are never issued, because a store restored from a backup returns the same
 * numbers again. If all servers return only such numbers for {@code orderWait}, calls fail until
 * the tag is advanced past all numbers in use.
 *
 * <h2>Prefetching</h2>
 *
 * <p>A block lasts for half of {@link Builder#maxAge} or half a second, whichever is shorter, and
 * has at most 10,000 ids. Ids older than {@code maxAge} are discarded, so an id's time is close to
 * the time of the call. Tag numbers do not age. Closing the client discards prefetched ids and
 * leaves gaps in tags. With CRaC, they are discarded before a checkpoint. Close the client before
 * taking any other snapshot of the process or its machine; otherwise each copy issues the
 * prefetched ids.
 *
 * <p>Thread-safe, for platform and virtual threads. Daemon threads shared by all generators of the
 * process do all communication, one thread at a time per client. While servers fail, draws are
 * retried after 0.1 seconds, doubling up to 1 second while a call waits, otherwise up to 10
 * seconds.
 */
public final class ServerIds implements IdGenerator, AutoCloseable {

  /** The most characters of a tag on any server. */
  private static final int MAX_TAG_LENGTH = 512;

  private final BlockBuffer blocks;

  /** The registration lasts while this is reachable. */
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Object checkpoints;

  private ServerIds(ClientSettings settings) {
    this.blocks = new BlockBuffer(settings, MonotonicTime.SYSTEM, Threads.SHARED);
    this.checkpoints = CracSupport.register(blocks::suspend, blocks::resume);
  }

  /**
   * Returns a builder for a new client.
   *
   * @return a builder; {@linkplain Builder#addresses addresses} must be set
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Issues one id.
   *
   * @return a unique id
   * @throws IdsUnavailableException if no prefetched id is left and no server returns one in time
   * @throws RequestRejectedException if all servers reject the request
   * @throws GeneratorClosedException if the client is closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  @Override
  public long nextId() {
    return blocks.nextId();
  }

  /**
   * Fills an array with new ids, in ascending order.
   *
   * @param target the array to fill; may be empty
   * @throws IdsUnavailableException if the servers do not return all ids in time; ids taken so far
   *     are lost
   * @throws RequestRejectedException if all servers reject the request; ids taken so far are lost
   * @throws GeneratorClosedException if the client is closed
   * @throws WaitInterruptedException if the thread is interrupted while waiting
   */
  @Override
  public void nextIds(long[] target) {
    blocks.fill(target, 0, null);
    for (int i = 1; i < target.length; i++) {
      if (target[i] < target[i - 1]) {
        Arrays.sort(target); // lower ids were accepted after orderWait
      }
    }
  }

  /**
   * Closes the connection and discards prefetched ids, without waiting. Waiting and later calls
   * fail.
   */
  @Override
  public void close() {
    blocks.close();
  }

  @Override
  public String toString() {
    return "ServerIds[" + blocks + "]";
  }

  /**
   * Builds a client. {@link #addresses} is required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private final ClientSettings settings = new ClientSettings();

    private Builder() {}

    /** Sets the socket factory, for tests. */
    Builder sockets(Supplier<DeadlineSocket> maker) {
      settings.sockets = maker;
      return this;
    }

    /**
     * Sets the servers, which must share one store.
     *
     * @param servers {@code host}, {@code host:port} or {@code [IPv6 address]:port}, the preferred
     *     one first; the port is 7878 by default. Each connection resolves names again
     * @return this builder
     * @throws IllegalArgumentException if an address is invalid
     */
    public Builder addresses(String... servers) {
      settings.addresses = Stream.of(servers).map(ServerAddress::parse).toList();
      return this;
    }

    /**
     * Draws tag numbers instead of ids.
     *
     * @param name the tag
     * @return this builder
     * @throws IllegalArgumentException if the tag is blank, too long, or contains control
     *     characters
     */
    public Builder tag(String name) {
      Tags.require(name, MAX_TAG_LENGTH);
      settings.tag = name;
      return this;
    }

    /**
     * Sets the secret of the servers' user {@code default}.
     *
     * @param secret the secret
     * @return this builder
     */
    public Builder secret(String secret) {
      return credentials("default", secret);
    }

    /**
     * Sets the user and its secret.
     *
     * @param user the name
     * @param secret the secret
     * @return this builder
     */
    public Builder credentials(String user, String secret) {
      settings.user = Objects.requireNonNull(user, "user");
      settings.secret = Objects.requireNonNull(secret, "secret");
      return this;
    }

    /**
     * Encrypts connections with TLS. A server's certificate must contain the host name of its
     * address.
     *
     * @param context determines the trusted certificates, such as {@code SSLContext.getDefault()}
     * @return this builder
     */
    public Builder tls(SSLContext context) {
      settings.tls = Objects.requireNonNull(context, "tls");
      return this;
    }

    /**
     * Sets how many ids one request contains. A block consists of up to 100 requests, which are
     * sent together.
     *
     * @param count from 1 to 10,000, and at most the servers' limit; 100 by default
     * @return this builder
     * @throws IllegalArgumentException if the count is out of range
     */
    public Builder idsPerRequest(int count) {
      settings.idsPerRequest = (int) Arguments.between("idsPerRequest", count, 1, 10_000);
      return this;
    }

    /**
     * Sets how long a server may take, from connecting to the answer's last byte, before the client
     * tries the next server. Resolving the host name is not included. Tag numbers need longer,
     * because a server waits up to 5 seconds for its store, and numbers that arrive too late are
     * lost.
     *
     * @param max from 1 ms to a day; 2 seconds for ids and 6 seconds for tag numbers by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is out of range
     */
    public Builder timeout(Duration max) {
      settings.timeout = ClientSettings.within("timeout", max, Duration.ofMillis(1));
      return this;
    }

    /**
     * Sets how long a call may wait for ids before it fails. It should exceed the sum of the {@link
     * #timeout}s of all servers that may be unreachable. With 0, a call that finds no id fails, but
     * prefetches ids for later calls.
     *
     * @param max from 0 to a day; 5 seconds for ids and 15 seconds for tag numbers by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is out of range
     */
    public Builder maxWait(Duration max) {
      settings.maxWait = ClientSettings.within("maxWait", max, Duration.ZERO);
      return this;
    }

    /**
     * Sets the age at which a prefetched id is discarded. Ids are issued within this time plus
     * {@link #timeout} after they were requested, and last no longer if the servers fail. Tag
     * numbers do not age.
     *
     * @param max from 1 ms to a day; one second by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is out of range
     */
    public Builder maxAge(Duration max) {
      settings.maxAge = ClientSettings.within("maxAge", max, Duration.ofMillis(1));
      return this;
    }

    /**
     * Sets how long the client discards ids at or below the last one and draws again. After that,
     * it issues lower ids. Lower tag numbers are never issued: after that, the client tries the
     * next server, and calls fail if no server has higher ones.
     *
     * @param max from 0 to a day; one second by default
     * @return this builder
     * @throws IllegalArgumentException if the duration is out of range
     */
    public Builder orderWait(Duration max) {
      settings.orderWait = ClientSettings.within("orderWait", max, Duration.ZERO);
      return this;
    }

    /**
     * Builds a client, which connects when the first id is requested.
     *
     * @return a new client
     * @throws IllegalStateException if no addresses are set
     */
    public ServerIds build() {
      if (settings.addresses.isEmpty()) {
        throw new IllegalStateException("client has no servers; call addresses(...)");
      }
      return new ServerIds(settings.copy());
    }
  }
}
