package io.snowbraid.client;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A client's settings, which must not change once the client is built. */
final class ClientSettings implements Cloneable {

  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration MAX_TARGET = Duration.ofMillis(500);

  List<ServerAddress> addresses = List.of();

  /** The tag whose numbers to draw; null for ids. */
  @Nullable String tag;

  @Nullable String user;
  String secret = "";
  @Nullable SSLContext tls;
  int idsPerRequest = 100;
  @Nullable Duration timeout;
  @Nullable Duration maxWait;
  Duration maxAge = Duration.ofSeconds(1);

  /** How long ids at or below the last one are discarded. */
  Duration orderWait = Duration.ofSeconds(1);

  Supplier<DeadlineSocket> sockets = DeadlineSocket::new;

  ClientSettings copy() {
    try {
      return (ClientSettings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  static Duration within(String name, Duration value, Duration min) {
    return Arguments.between(name, value, min, Duration.ofDays(1));
  }

  /** Returns how long a server may take to connect and answer. */
  Duration timeout() {
    return timeout == null ? Duration.ofSeconds(tag == null ? 2 : 6) : timeout;
  }

  /** Returns how long a call may wait. */
  Duration maxWait() {
    return maxWait == null ? Duration.ofSeconds(tag == null ? 5 : 15) : maxWait;
  }

  /** Returns the age at which a prefetched id is discarded. */
  Duration maxAge() {
    return tag == null ? maxAge : FOREVER;
  }

  /** Returns how long a block should last: its ids must be used before they are too old. */
  Duration target() {
    return Durations.min(maxAge().dividedBy(2), MAX_TARGET);
  }

  /** Returns what this client draws, for messages. */
  String wanted() {
    return tag == null ? "ids" : "numbers of tag " + tag;
  }
}
