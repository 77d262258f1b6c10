package io.snowbraid.server;

import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.loop.LoopClients.Ticker;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A server's settings and generators. Not thread-safe. */
final class ServerSettings implements Cloneable {

  @Nullable Snowflake ids;
  @Nullable SegmentGenerators segments;
  InetAddress address = InetAddress.getLoopbackAddress();
  int port = IdServer.DEFAULT_PORT;
  boolean isUnprotected;
  Users users = Users.NONE;
  @Nullable Tls tls;
  @Nullable HttpSettings http;
  ServerLimits limits = ServerLimits.DEFAULT;
  int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  @Nullable IdBlocks blocks;
  @Nullable KeyedNumbers keyed;
  Duration keyedWait = IdServer.DEFAULT_KEYED_WAIT;

  /** The monotonic clock that determines the age of tokens. */
  LongSupplier nanoTime = System::nanoTime;

  /** The clock for client timeouts. */
  Ticker ticker = Ticker.REAL;

  /** How long clients have to read their last answers at shutdown. */
  Duration drain = Duration.ofSeconds(1);

  ServerSettings copy() {
    try {
      return (ServerSettings) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
