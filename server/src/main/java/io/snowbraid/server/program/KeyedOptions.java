package io.snowbraid.server.program;

import static io.snowbraid.server.program.SettingType.LONG;
import static io.snowbraid.server.program.SettingType.SWITCH;
import static io.snowbraid.server.program.SettingType.TEXT;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.Endpoint;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of numbers per key. */
final class KeyedOptions {

  /** The margin is this part of the lease. */
  private static final int MARGINS_PER_LEASE = 5;

  private final boolean keyed;
  private final @Nullable String announce;
  private final Duration lease;
  private final Duration wait;
  private final int maxKeys;
  private final long maxCount;

  KeyedOptions(Settings settings) {
    keyed = settings.get(SWITCH, "keyed", "true or false", "true", "Serve numbers per key.");
    announce =
        settings.find(
            TEXT,
            "announce",
            "host:port",
            "Where clients of numbers per key reach this server (default: where it listens; if that"
                + " is on all addresses, the one of this machine).");
    lease =
        settings.duration(
            "keyed-lease",
            "10s",
            "from 1s to 1h",
            KeyedOptions::withLease,
            "How long after a failure of this server others take its keys, and a fifth more; from"
                + " 1s to 1h. It can be changed one server after the other.");
    wait =
        settings.duration(
            "keyed-wait",
            "1s",
            "from 0s to 1m",
            max -> IdServer.builder().keyedWait(max),
            "How long a call waits for a number of a key that cannot be issued now, up to 1m.");
    maxKeys =
        settings.number(
            "max-keys",
            "keys",
            KeyedSettings.DEFAULT.maxKeys(),
            "from 16384",
            KeyedSettings.DEFAULT::withMaxKeys,
            "How many keys are kept in memory, at least 16384; others are forgotten. Each takes 17"
                + " bytes of heap (-Xmx).");
    maxCount =
        settings.get(
            LONG.within("a whole number from 1 to 1000000000", KeyedSettings.DEFAULT::withMaxCount),
            "max-count",
            "numbers",
            Long.toString(KeyedSettings.DEFAULT.maxCount()),
            "How many numbers a call of INCRBY may reserve, from 1 to 1000000000.");
  }

  private static KeyedSettings withLease(Duration lease) {
    return KeyedSettings.DEFAULT.withLease(lease, lease.dividedBy(MARGINS_PER_LEASE));
  }

  /**
   * Sets how long calls wait, and checks all that can be checked without the store.
   *
   * @return how the numbers are opened once there is a store
   */
  KeyedPlan applyTo(IdServer.Builder server) {
    KeyedSettings settings = withLease(lease).withMaxKeys(maxKeys).withMaxCount(maxCount);
    Optional<Endpoint> announced = Optional.ofNullable(announce).map(Endpoint::parse);
    server.keyedWait(wait);
    return new KeyedPlan(keyed, settings, announced);
  }
}
