package io.snowbraid.server.program;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.Endpoint;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of numbers per key. */
final class KeyedOptions {

  /** The margin is this part of the lease. */
  private static final int MARGINS_PER_LEASE = 5;

  @Option(
      names = "--keyed",
      paramLabel = "true or false",
      arity = "0..1",
      defaultValue = "true",
      fallbackValue = "true",
      description = "Serve numbers per key.")
  private boolean keyed = true;

  @Option(
      names = "--announce",
      paramLabel = "host:port",
      description =
          "Where clients of numbers per key reach this server (default: where it listens; if that"
              + " is on all addresses, the one of this machine).")
  private @Nullable String announce;

  @Option(
      names = "--keyed-lease",
      paramLabel = "duration",
      defaultValue = "10s",
      description =
          "How long after a failure of this server others take its keys, and a fifth more; from"
              + " 1s to 1h. It can be changed one server after the other.")
  private Duration lease = KeyedSettings.DEFAULT.lease();

  @Option(
      names = "--keyed-wait",
      paramLabel = "duration",
      defaultValue = "1s",
      description =
          "How long a call waits for a number of a key that cannot be issued now, up to 1m.")
  private Duration wait = IdServer.DEFAULT_KEYED_WAIT;

  @Option(
      names = "--max-keys",
      paramLabel = "keys",
      description =
          "How many keys are kept in memory, at least 16384; others are forgotten. Above 2000000"
              + " the JVM needs more than -Xmx64m.")
  private int maxKeys = KeyedSettings.DEFAULT.maxKeys();

  @Option(
      names = "--max-count",
      paramLabel = "numbers",
      description = "How many numbers a call of INCRBY may reserve, from 1 to 1000000000.")
  private long maxCount = KeyedSettings.DEFAULT.maxCount();

  /**
   * Sets how long calls wait, and checks all that can be checked without the store.
   *
   * @return how the numbers are opened once there is a store
   */
  KeyedPlan applyTo(IdServer.Builder server) {
    KeyedSettings settings =
        KeyedSettings.DEFAULT
            .withLease(lease, lease.dividedBy(MARGINS_PER_LEASE))
            .withMaxKeys(maxKeys)
            .withMaxCount(maxCount);
    Optional<Endpoint> announced = Optional.ofNullable(announce).map(Endpoint::parse);
    server.keyedWait(wait);
    return new KeyedPlan(keyed, settings, announced);
  }
}
