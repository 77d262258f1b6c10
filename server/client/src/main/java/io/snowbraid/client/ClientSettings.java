package io.snowbraid.client;

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

  /** A password, and the user whose it is; null for the server's default user. */
  record Credentials(@Nullable String user, String password) {

    @Override
    public String toString() {
      return "secret";
    }
  }

  private static final Duration MOST_TARGET = Duration.ofMillis(500);

  /** Returns for how long a block should last: ids must be used before they are too old. */
  long targetNanos() {
    Duration half = maxAge.dividedBy(2);
    return (half.compareTo(MOST_TARGET) < 0 ? half : MOST_TARGET).toNanos();
  }

  /** Returns what is drawn, for messages. */
  String wanted() {
    return tag == null ? "ids" : "numbers of tag " + tag;
  }
}
