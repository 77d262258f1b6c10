package io.snowbraid.client;

import io.snowbraid.internal.Durations;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a client was built with.
 *
 * @param tag the tag whose numbers are wanted; null for ids
 * @param timeout how long a server may take to connect and answer
 * @param maxWait how long a call may wait
 * @param maxAge how old an id may be when it is issued
 * @param orderWait how long ids that are not above the last one are discarded
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

  /** A user and its secret. */
  record Credentials(String user, String secret) {

    @Override
    public String toString() {
      return "secret";
    }
  }

  static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration MAX_TARGET = Duration.ofMillis(500);

  static Duration within(String name, Duration value, Duration min) {
    if (value.compareTo(min) < 0 || value.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          min.toMillis() + " ms <= " + name + " <= 1 day must hold: " + name + "=" + value);
    }
    return value;
  }

  /** Returns for how long a block should last: ids must be used before they are too old. */
  Duration target() {
    return Durations.min(maxAge.dividedBy(2), MAX_TARGET);
  }

  /** Returns what is drawn, for messages. */
  String wanted() {
    return tag == null ? "ids" : "numbers of tag " + tag;
  }
}
