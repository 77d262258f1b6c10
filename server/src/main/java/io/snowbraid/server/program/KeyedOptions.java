package io.snowbraid.server.program;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.server.internal.services.Endpoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of numbers per key. */
final class KeyedOptions {

  /** The margin is this part of the lease. */
  private static final int MARGINS_PER_LEASE = 5;

  @Option(
      names = "--keyed",
      arity = "0..1",
      fallbackValue = "true", // without it, the name alone would negate the default
      description = "Serve numbers per key.")
  private boolean keyed = true;

  @Option(
      names = "--announce",
      description =
          "The host:port where clients of numbers per key reach this server (default: where it"
              + " listens; if that is on all addresses, the one of this machine).")
  private @Nullable String announce;

  @Option(
      names = "--keyed-lease",
      defaultValue = "10s",
      description =
          "How long after a failure of this server others take its keys, and a fifth more; from 1s"
              + " to 1h. It can be changed one server after the other.")
  @Range(min = "1s", max = "1h")
  private Duration lease;

  @Option(
      names = "--keyed-wait",
      defaultValue = "1s",
      description =
          "How long a call waits for a number of a key that cannot be issued now, up to 1m.")
  @Range(min = "0s", max = "1m")
  private Duration wait;

  @Option(
      names = "--max-keys",
      description =
          "How many keys are kept in memory, at least 16384; others are forgotten. Each takes 17"
              + " bytes of heap (-Xmx).")
  @Range(min = "16384")
  private int maxKeys = KeyedSettings.DEFAULT.maxKeys();

  @Option(
      names = "--max-count",
      description = "How many numbers a call of INCRBY may reserve, from 1 to 1000000000.")
  @Range(min = "1", max = "1000000000")
  private long maxCount = KeyedSettings.DEFAULT.maxCount();

  boolean isOn() {
    return keyed;
  }

  /** Returns how long a call waits for a number. */
  Duration maxWait() {
    return wait;
  }

  /** Returns the most keys in memory. */
  int maxKeys() {
    return keyed ? maxKeys : 0;
  }

  /** Returns the settings of numbers per key; null if none are served. */
  @Nullable KeyedSettings settings() {
    return keyed
        ? KeyedSettings.DEFAULT
            .withLease(lease, lease.dividedBy(MARGINS_PER_LEASE))
            .withMaxKeys(maxKeys)
            .withMaxCount(maxCount)
        : null;
  }

  /** Checks all that can be checked without the store. */
  void check() {
    settings();
    announced();
  }

  /** Returns where clients are told to reach this server; null for where it listens. */
  @Nullable Endpoint announced() {
    return announce == null ? null : Endpoint.parse(announce);
  }
}
