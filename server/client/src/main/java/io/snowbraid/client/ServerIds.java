package io.snowbraid.client;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.CracSupport;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Threads;
import io.snowbraid.segment.Tags;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Issues ids of Snowbraid servers, or numbers of a tag, from blocks that it draws ahead.
 *
 * <pre>{@code
 * try (ServerIds ids = ServerIds.builder().addresses("ids-1:7878", "ids-2:7878").build()) {
 *   long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>The servers must have one store, otherwise their ids may be the same. A client stays with one
 * server until that fails or takes longer than {@link Builder#timeout}; then it asks the next one,
 * in the order of the addresses. While a block lasts, calls neither wait nor notice.
 *
 * <h2>Order</h2>
 *
 * <p>Ids strictly increase over all threads that use the same client. Ids of one server do so by
 * themselves, as long as its clock does not step back by more than a second. Another server has
 * another worker and another clock, so its ids may be lower: within the same millisecond, and for
 * as long as its clock is behind. Numbers of a tag are lower if the other server had drawn them
 * before. The client therefore discards ids that are not above the last one it accepted, and draws
 * again every 5 ms. If that lasts for {@link Builder#orderWait}, it accepts lower ids, because ids
 * that are out of order are better than none; from these on, ids increase again. So ids increase
 * over fail-over if the clocks of the servers differ by less than {@code orderWait}. Ids that lie
 * within one of the last 1,024 accepted blocks are never accepted again, whatever a server gives.
 * The cost: until then, calls may wait, ids are discarded, and discarded numbers of a tag become
 * gaps, up to what a server had drawn ahead. Several clients have no common order.
 *
 * <p>Numbers of a tag that are not above the last one are never issued, because a store that was
 * restored from a backup gives the same numbers again. If all servers give only such numbers for
 * {@code orderWait}, calls fail until the tag is advanced past all numbers in use.
 *
 * <h2>What is drawn ahead</h2>
 *
 * <p>A block has as many ids as are issued in half of {@link Builder#maxAge}, or half a second if
 * that is shorter, and at most 10,000. Ids that are older than {@code maxAge} are discarded, so the
 * time of an id is nearly that of the call; numbers of a tag have no time, and do not age. What was
 * not used when the client is closed is lost, so tags have gaps. If the application uses CRaC, what
 * was drawn is discarded before a checkpoint. A snapshot of a virtual machine, or of a process by
 * other means, must not be taken while a client is open: each copy would issue the ids that were
 * drawn.
 *
 * <p>Safe for use by any number of threads, platform or virtual. Communication happens in daemon
 * threads that all generators of the process share, for one client in one at a time. While servers
 * fail, a draw is repeated after 0.1 seconds, and then after twice as long each time: up to a
 * second while a call waits, otherwise up to 10 seconds.
 */
public final class ServerIds implements IdGenerator, AutoCloseable {

  /** The most characters of a tag that any server has. */
  private static final int MAX_TAG_LENGTH = 512;

  private final BlockDrawer blocks;

  /** The registration lasts while it is reachable. */
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Object checkpoints;

  private ServerIds(ClientSettings settings, Supplier<DeadlineSocket> sockets) {
    this.blocks = new BlockDrawer(settings, sockets, MonotonicTime.SYSTEM, Threads.SHARED);
    this.checkpoints = CracSupport.register(blocks::suspend, blocks::resume);
  }

  /**
   * Creates a builder for a new client.
   *
   * @return a builder that still needs addresses
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Issues one id.
   *
   * @return an id that was never issued before and is never issued again
   * @throws IdsUnavailableException if none are left, and no server gives any in time, or all
   *     reject the request
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
   */
  @Override
  public long nextId() {
    return blocks.nextId();
  }

  /**
   * Fills an array with new ids in ascending order.
   *
   * @param target the array to fill; its length is how many ids are wanted and may be 0
   * @throws IdsUnavailableException if no server gives them all in time, or all reject the request;
   *     ids that were taken before are lost
   * @throws GeneratorClosedException if this is closed
   * @throws WaitInterruptedException if the thread is interrupted while it waits
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
   * Ends the connection, and draws nothing any more. Waits for nothing; calls that wait fail, and
   * those that come later, too. What was drawn ahead is lost.
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
   * The settings of a client. Addresses are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private List<ServerAddress> addresses = List.of();
    private @Nullable String tag;
    private ClientSettings.@Nullable Credentials credentials;
    private @Nullable SSLContext tls;
    private int idsPerRequest = 100;
    private @Nullable Duration timeout;
    private @Nullable Duration maxWait;
    private Duration maxAge = Duration.ofSeconds(1);
    private Duration orderWait = Duration.ofSeconds(1);
    private Supplier<DeadlineSocket> sockets = DeadlineSocket::new;

    private Builder() {}

    /** Sets what makes sockets, for tests. */
    Builder sockets(Supplier<DeadlineSocket> maker) {
      sockets = maker;
      return this;
    }

    /**
     * Sets the servers, which must have one store.
     *
     * @param servers {@code host}, {@code host:port} or {@code [IPv6 address]:port}, the preferred
     *     one first; the port is 7878 unless given. Names are looked up for each connection
     * @return this builder
     * @throws IllegalArgumentException if one is not an address
     */
    public Builder addresses(String... servers) {
      addresses = Stream.of(servers).map(ServerAddress::parse).toList();
      return this;
    }

    /**
     * Draws numbers of a tag instead of ids.
     *
     * @param name the tag
     * @return this builder
     * @throws IllegalArgumentException if it is blank, too long, or holds control characters
     */
    public Builder tag(String name) {
      Tags.require(name, MAX_TAG_LENGTH);
      tag = name;
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
     * Sets a user of the servers, with its secret.
     *
     * @param user the name
     * @param secret the secret
     * @return this builder
     */
    public Builder credentials(String user, String secret) {
      credentials =
          new ClientSettings.Credentials(
              Objects.requireNonNull(user, "user"), Objects.requireNonNull(secret, "secret"));
      return this;
    }

    /**
     * Encrypts connections by TLS. The certificate of a server must have the name of its address.
     *
     * @param context says which certificates are trusted, such as {@code SSLContext.getDefault()}
     * @return this builder
     */
    public Builder tls(SSLContext context) {
      tls = Objects.requireNonNull(context, "tls");
      return this;
    }

    /**
     * Sets how many ids are in one request; a block consists of up to 100 requests, which are sent
     * together. 100 unless set.
     *
     * @param count from 1 to 10,000, and not above the servers' own limit
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder idsPerRequest(int count) {
      if (count < 1 || count > 10_000) {
        throw new IllegalArgumentException(
            "1 <= idsPerRequest <= 10000 must hold: idsPerRequest=" + count);
      }
      idsPerRequest = count;
      return this;
    }

    /**
     * Sets how long a server may take, from connecting to the last byte of an answer, before the
     * next one is asked. Unless set, it is 2 seconds for ids, and 6 seconds for numbers of a tag: a
     * server waits up to 5 seconds for its store, and numbers that come after the timeout are lost.
     * Looking up a host name comes on top.
     *
     * @param max from 1 ms to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder timeout(Duration max) {
      timeout = ClientSettings.within("timeout", max, Duration.ofMillis(1));
      return this;
    }

    /**
     * Sets how long a call may wait for ids before it fails; unless set, 5 seconds for ids and 15
     * seconds for numbers of a tag. It should be longer than {@link #timeout} for each server that
     * may be unreachable. With 0, a call that finds no ids fails, and those that it asks for are
     * for later calls.
     *
     * @param max from 0 to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder maxWait(Duration max) {
      maxWait = ClientSettings.within("maxWait", max, Duration.ZERO);
      return this;
    }

    /**
     * Sets how old an id may get while it is buffered; a second unless set. So it is issued at most
     * this and {@link #timeout} after it was asked for. If the servers fail, ids last no longer
     * than this. Numbers of a tag do not age.
     *
     * @param max from 1 ms to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder maxAge(Duration max) {
      maxAge = ClientSettings.within("maxAge", max, Duration.ofMillis(1));
      return this;
    }

    /**
     * Sets how long ids that are not above the last one are discarded while others are asked for; a
     * second unless set. Afterwards, lower ids are issued; with 0, at once. Numbers of a tag that
     * are not above the last one are never issued: afterwards, the next server is asked, and calls
     * fail if none has higher ones.
     *
     * @param max from 0 to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder orderWait(Duration max) {
      orderWait = ClientSettings.within("orderWait", max, Duration.ZERO);
      return this;
    }

    /**
     * Builds a client, which connects when the first id is needed.
     *
     * @return a new client
     * @throws IllegalStateException if there are no addresses
     */
    public ServerIds build() {
      if (addresses.isEmpty()) {
        throw new IllegalStateException("a client needs addresses(...): addresses=[]");
      }
      boolean isIds = tag == null;
      return new ServerIds(
          new ClientSettings(
              addresses,
              tag,
              credentials,
              tls,
              idsPerRequest,
              timeout == null ? Duration.ofSeconds(isIds ? 2 : 6) : timeout,
              maxWait == null ? Duration.ofSeconds(isIds ? 5 : 15) : maxWait,
              isIds ? maxAge : ClientSettings.FOREVER,
              orderWait),
          sockets);
    }
  }
}
