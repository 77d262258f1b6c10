package io.snowbraid.client;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client. Addresses are required.
 *
 * <p>Not thread-safe.
 */
public final class ServerIdsBuilder {

  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration IDS_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration IDS_WAIT = Duration.ofSeconds(5);
  private static final Duration TAG_TIMEOUT = Duration.ofSeconds(6);
  private static final Duration TAG_WAIT = Duration.ofSeconds(15);
  private static final int MOST_IDS = 10_000;

  private List<ServerAddress> addresses = List.of();
  private @Nullable String tag;
  private ClientSettings.@Nullable Credentials credentials;
  private @Nullable SSLContext tls;
  private int idsPerRequest = 100;
  private @Nullable Duration timeout;
  private @Nullable Duration maxWait;
  private Duration maxAge = SECOND;
  private Duration orderWait = SECOND;

  ServerIdsBuilder() {}

  /**
   * Sets the servers, which must have one store.
   *
   * @param servers {@code host}, {@code host:port} or {@code [IPv6 address]:port}, the preferred
   *     one first; the port is 7878 unless given. Names are looked up for each connection
   * @return this builder
   * @throws IllegalArgumentException if one is not an address
   */
  public ServerIdsBuilder addresses(String... servers) {
    addresses = Stream.of(servers).map(ServerAddress::parse).toList();
    return this;
  }

  /**
   * Draws numbers of a tag instead of ids.
   *
   * @param name the tag
   * @return this builder
   */
  public ServerIdsBuilder tag(String name) {
    tag = Objects.requireNonNull(name, "tag");
    return this;
  }

  /**
   * Sets the password of the servers' default user.
   *
   * @param password the password
   * @return this builder
   */
  public ServerIdsBuilder password(String password) {
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
  public ServerIdsBuilder credentials(String user, String password) {
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
  public ServerIdsBuilder tls(SSLContext context) {
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
  public ServerIdsBuilder idsPerRequest(int count) {
    if (count < 1 || count > MOST_IDS) {
      throw new IllegalArgumentException(
          "1 <= idsPerRequest <= 10000 must hold: idsPerRequest=" + count);
    }
    idsPerRequest = count;
    return this;
  }

  /**
   * Sets how long a server may take, from connecting to the last byte of an answer, before the next
   * one is asked. Unless set, it is 2 seconds for ids, because checking a password takes time, and
   * 6 seconds for numbers of a tag: a server waits up to 5 seconds for its store, and numbers that
   * come after the timeout are lost. Looking up a host name comes on top.
   *
   * @param most from 1 ms to a day
   * @return this builder
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerIdsBuilder timeout(Duration most) {
    timeout = within("timeout", most, Duration.ofMillis(1));
    return this;
  }

  /**
   * Sets how long a call may wait for ids before it fails; unless set, 5 seconds for ids and 15
   * seconds for numbers of a tag. It should be longer than {@link #timeout} for each server that
   * may be unreachable. With 0, a call that finds no ids fails, and those that it asks for are for
   * later calls.
   *
   * @param most from 0 to a day
   * @return this builder
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerIdsBuilder maxWait(Duration most) {
    maxWait = within("maxWait", most, Duration.ZERO);
    return this;
  }

  /**
   * Sets how old an id may get in hand; a second unless set. So it is issued at most this and
   * {@link #timeout} after it was asked for. If the servers fail, ids last no longer than this.
   * Numbers of a tag do not age.
   *
   * @param most from 1 ms to a day
   * @return this builder
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerIdsBuilder maxAge(Duration most) {
    maxAge = within("maxAge", most, Duration.ofMillis(1));
    return this;
  }

  /**
   * Sets how long ids that are not above the last one are discarded while others are asked for; a
   * second unless set. Afterwards, lower ids are issued; with 0, at once. Numbers of a tag that are
   * not above the last one are never issued: afterwards, the next server is asked, and calls fail
   * if none has higher ones.
   *
   * @param most from 0 to a day
   * @return this builder
   * @throws IllegalArgumentException if it is out of this range
   */
  public ServerIdsBuilder orderWait(Duration most) {
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

  private Duration byKind(Duration ofIds, Duration ofTags) {
    return tag == null ? ofIds : ofTags;
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
            timeout == null ? byKind(IDS_TIMEOUT, TAG_TIMEOUT) : timeout,
            maxWait == null ? byKind(IDS_WAIT, TAG_WAIT) : maxWait,
            tag == null ? maxAge : FOREVER,
            orderWait));
  }
}
