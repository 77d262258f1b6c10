package io.snowbraid.client;

import io.snowbraid.internal.Arguments;
import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A client's settings.
 *
 * @param tag the tag whose numbers to draw; null for ids
 * @param timeout how long a server may take to connect and answer
 * @param maxWait how long a call may wait
 * @param maxAge the age at which a prefetched id is discarded
 * @param orderWait how long ids at or below the last one are discarded
 */
record ClientSettings(
    List<ServerAddress> addresses,
    @Nullable String tag,
    @Nullable Credentials credentials,
    @Nullable SSLContext tls,
    int idsPerRequest,
    Duration timeout,
    Duration maxWait,
    Duration maxAge,
    Duration orderWait) {

  record Credentials(String user, String secret) {

    @Override
    public String toString() {
      return "secret";
    }
  }

  static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration MAX_TARGET = Duration.ofMillis(500);

  static Duration within(String name, Duration value, Duration min) {
    return Arguments.between(name, value, min, Duration.ofDays(1));
  }

  /** Returns how long a block should last: its ids must be used before they are too old. */
  Duration target() {
    return Durations.min(maxAge.dividedBy(2), MAX_TARGET);
  }

  /** Returns what this client draws, for messages. */
  String wanted() {
    return tag == null ? "ids" : "numbers of tag " + tag;
  }
}
