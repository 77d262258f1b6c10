package io.snowbraid.client;

import io.snowbraid.GeneratorClosedException;
import io.snowbraid.IdGenerator;
import io.snowbraid.IdsUnavailableException;
import io.snowbraid.WaitInterruptedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
 * before. The client therefore discards ids that are not above the last one it accepted. If that
 * lasts longer than {@link Builder#orderWait}, it accepts lower ids, because ids that are out of
 * order are better than none; from these on, ids increase again. So ids increase over fail-over if
 * the clocks of the servers differ by less than {@code orderWait}. The cost: until then, calls may
 * wait, ids are discarded, and discarded numbers of a tag become gaps, up to what a server had
 * drawn ahead. Several clients have no common order.
 *
 * <h2>What is drawn ahead</h2>
 *
 * <p>A block has as many ids as are issued in half of {@link Builder#maxAge}, or half a second if
 * that is shorter, and at most 10,000. Ids that are older than {@code maxAge} are discarded, so the
 * time of an id is nearly that of the call; numbers of a tag have no time, and do not age. What was
 * not used when the client is closed is lost, so tags have gaps.
 *
 * <p>Safe for use by any number of threads, platform or virtual. All communication happens in one
 * daemon thread, which ends when nothing was drawn for 10 seconds.
 */
public final class ServerIds implements IdGenerator, AutoCloseable {

  private static final long NOT_WAITED = Long.MIN_VALUE;

  private final ClientSettings settings;
  private final long maxWaitNanos;
  private final BlocksInHand hand = new BlocksInHand();
  private final BlockDrawer drawer;

  private ServerIds(ClientSettings settings) {
    this.settings = settings;
    this.maxWaitNanos = settings.maxWait().toNanos();
    this.drawer = new BlockDrawer(settings, hand);
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
    Block block = hand.current();
    long index = block.next();
    return block.isCalm(index) ? block.id(index) : nextId(block, index);
  }

  private long nextId(Block block, long index) {
    if (block.contains(index)) {
      drawAheadIfDue(block);
      return block.id(index);
    }
    long[] one = new long[1];
    nextIds(one);
    return one[0];
  }

  private void drawAheadIfDue(Block block) {
    if (block.takeAlarm()) {
      drawer.request();
    }
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
    int filled = 0;
    long since = NOT_WAITED;
    while (filled < target.length) {
      Block block = hand.current();
      int before = filled;
      filled += block.fill(target, filled);
      if (filled < target.length) {
        since = leave(block, target.length - filled, since);
      } else {
        drawAheadIfDue(block);
      }
      if (before > 0 && filled > before && target[before] < target[before - 1]) {
        Arrays.sort(target, 0, filled); // lower ids were accepted after orderWait
      }
    }
  }

  /**
   * Goes on to the next block, and waits for it if necessary.
   *
   * @param since when the call began to wait, if it has waited for an earlier block
   * @return when the call began to wait
   */
  private long leave(Block used, int missing, long since) {
    if (hand.leave(used)) {
      return since;
    }
    long begun = since == NOT_WAITED ? System.nanoTime() : since;
    long round = hand.failedRounds();
    hand.enter(missing);
    try {
      while (!hand.leave(used)) {
        long seen = hand.failedRounds();
        requireUsable(seen != round, begun);
        drawer.request();
        await(used, seen, begun);
      }
    } finally {
      hand.exit(missing);
    }
    return begun;
  }

  private void requireUsable(boolean hasFailed, long begun) {
    if (hand.isClosed()) {
      throw new GeneratorClosedException(
          "client must be open: it draws "
              + settings.wanted()
              + " from "
              + settings.addresses()
              + " and is closed; build another one");
    }
    BlockDrawer.Failure failure = drawer.failure();
    if (hasFailed && failure != null && failure.isRejection()) {
      throw unavailable(failure, begun, "change what they reject");
    }
    if (System.nanoTime() - begun >= maxWaitNanos) {
      throw unavailable(failure, begun, "check that these servers run and can be reached");
    }
  }

  private void await(Block used, long seenRounds, long begun) {
    long left = maxWaitNanos - (System.nanoTime() - begun);
    try {
      hand.await(used, seenRounds, left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException(settings.wanted() + " from " + settings.addresses());
    }
  }

  private IdsUnavailableException unavailable(
      BlockDrawer.@Nullable Failure failure, long begun, String remedy) {
    String message =
        settings.wanted()
            + " must be drawn before a call takes them: waited for "
            + Duration.ofNanos(System.nanoTime() - begun).toMillis()
            + " ms, addresses="
            + settings.addresses()
            + ", failures="
            + (failure == null ? "none yet" : failure.reasons())
            + "; "
            + remedy;
    return failure == null
        ? new IdsUnavailableException(message)
        : new IdsUnavailableException(message, failure.cause());
  }

  /**
   * Ends the connection and the thread. Waits for nothing; calls that wait fail, and those that
   * come later, too. What was drawn ahead is lost.
   */
  @Override
  public void close() {
    hand.close();
    drawer.close();
  }

  @Override
  public String toString() {
    return "ServerIds[" + settings.wanted() + " from " + settings.addresses() + "]";
  }

  /**
   * The settings of a client. Addresses are required.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MOST_IDS = 10_000;

    private List<ServerAddress> addresses = List.of();
    private @Nullable String tag;
    private ClientSettings.@Nullable Credentials credentials;
    private @Nullable SSLContext tls;
    private int idsPerRequest = 100;
    private Duration timeout = Duration.ofSeconds(2);
    private Duration maxWait = Duration.ofSeconds(5);
    private Duration maxAge = SECOND;
    private Duration orderWait = SECOND;

    private Builder() {}

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
     */
    public Builder tag(String name) {
      tag = Objects.requireNonNull(name, "tag");
      return this;
    }

    /**
     * Sets the password of the servers' default user.
     *
     * @param password the password
     * @return this builder
     */
    public Builder password(String password) {
      credentials =
          new ClientSettings.Credentials(null, Objects.requireNonNull(password, "password"));
      return this;
    }

    /**
     * Sets a user of the servers, with its password.
     *
     * @param user the name
     * @param password the password
     * @return this builder
     */
    public Builder credentials(String user, String password) {
      credentials =
          new ClientSettings.Credentials(
              Objects.requireNonNull(user, "user"), Objects.requireNonNull(password, "password"));
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
      if (count < 1 || count > MOST_IDS) {
        throw new IllegalArgumentException(
            "1 <= idsPerRequest <= 10000 must hold: idsPerRequest=" + count);
      }
      idsPerRequest = count;
      return this;
    }

    /**
     * Sets how long a server may take, from connecting to the last byte of an answer, before the
     * next one is asked; 2 seconds unless set, because checking a password takes time. Looking up a
     * host name comes on top.
     *
     * @param most from 1 ms to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder timeout(Duration most) {
      timeout = within("timeout", most, Duration.ofMillis(1));
      return this;
    }

    /**
     * Sets how long a call may wait for ids before it fails; 5 seconds unless set. It should be
     * longer than {@link #timeout} for each server that may be unreachable.
     *
     * @param most from 0 to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder maxWait(Duration most) {
      maxWait = within("maxWait", most, Duration.ZERO);
      return this;
    }

    /**
     * Sets how old an id may be when it is issued, measured from when it was asked for; a second
     * unless set. If the servers fail, ids last no longer than this. Numbers of a tag do not age.
     *
     * @param most from 1 ms to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder maxAge(Duration most) {
      maxAge = within("maxAge", most, Duration.ofMillis(1));
      return this;
    }

    /**
     * Sets how long ids that are not above the last one are discarded; a second unless set. With 0,
     * ids of another server are issued at once, whatever their order.
     *
     * @param most from 0 to a day
     * @return this builder
     * @throws IllegalArgumentException if it is out of this range
     */
    public Builder orderWait(Duration most) {
      orderWait = within("orderWait", most, Duration.ZERO);
      return this;
    }

    private static Duration within(String name, Duration value, Duration least) {
      if (value.compareTo(least) < 0 || value.compareTo(Duration.ofDays(1)) > 0) {
        throw new IllegalArgumentException(
            least.toMillis() + " ms <= " + name + " <= 1 day must hold: " + name + "=" + value);
      }
      return value;
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
      return new ServerIds(
          new ClientSettings(
              addresses,
              tag,
              credentials,
              tls,
              idsPerRequest,
              timeout,
              maxWait,
              tag == null ? maxAge : FOREVER,
              orderWait));
    }
  }
}
