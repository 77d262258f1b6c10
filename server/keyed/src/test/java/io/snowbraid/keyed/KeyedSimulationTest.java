package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.internal.TestClock;
import io.snowbraid.keyed.KeyedSimulation.Variant;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.testing.Seeds;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Numbers per key under faults, and broken servers and stores, whose faults must be found. */
@Tag("seeds")
class KeyedSimulationTest {

  private static final Logger LOGGER = Logger.getLogger("io.snowbraid");

  /** Each fault is found within so many runs; without one, the slow pass makes as many. */
  private static final int RUNS = 100;

  @BeforeEach
  void silence() {
    LOGGER.setLevel(Level.OFF);
  }

  @AfterEach
  void speakAgain() {
    LOGGER.setLevel(null);
  }

  @Test
  void numbersAreUniqueAndRise() {
    requireRight(Seeds.runs(RUNS), KeyedSimulation.RIGHT);
  }

  private static void requireRight(int runs, Variant variant) {
    int answered = 0;
    int moves = 0;
    for (long seed = 0; seed < runs; seed++) {
      KeyedSimulation run = run(seed, variant, SimulatedStore::new);
      answered += run.answered();
      moves += run.moves();
    }
    assertThat(answered).as("calls that were answered").isGreaterThan(20 * runs);
    assertThat(moves).as("changes of owner").isGreaterThan(5 * runs);
  }

  private static KeyedSimulation run(
      long seed, Variant variant, Function<Integer, SimulatedStore> stores) {
    try {
      return new KeyedSimulation(seed, variant, stores).run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  private static void requireFound(
      String fault, Variant variant, Function<Integer, SimulatedStore> stores) {
    requireFound(fault, 0, variant, stores);
  }

  /**
   * Requires that a fault is found.
   *
   * @param first a seed that finds it, since some are found by few; others follow
   */
  private static void requireFound(
      String fault, long first, Variant variant, Function<Integer, SimulatedStore> stores) {
    assertThatThrownBy(
            () -> {
              for (long seed = first; seed < RUNS; seed++) {
                run(seed, variant, stores);
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(fault);
  }

  @Test
  void boundAfterUse() {
    requireFound("", KeyedSimulation.RIGHT, BoundAfterUse::new);
  }

  @Test
  void expiryByTheClockOfTheStore() {
    Variant twin =
        new Variant() {
          @Override
          public ServerWatch watch(TestClock storeClock) {
            return new StoreTimeWatch(storeClock);
          }
        };
    requireFound("did not rise", 50, twin, SimulatedStore::new);
  }

  @Test
  void handOverBeforeTheLastCallHasEnded() {
    requireFound("", KeyedSimulation.RIGHT, EarlyHandOver::new);
  }

  @Test
  void ownerThatDoesNotStop() {
    Variant twin =
        new Variant() {
          @Override
          public KeyedSettings settings() {
            return KeyedSimulation.SETTINGS.withLease(Duration.ofMinutes(1), Duration.ofMinutes(1));
          }
        };
    requireFound("did not rise", 45, twin, UnsaidLease::new);
  }

  @Test
  void slotTakenWhateverItsVersion() {
    requireFound("", KeyedSimulation.RIGHT, NoVersions::new);
  }

  @Test
  void writeThatWasDoneMayBeCalledRefused() {
    Variant twin =
        new Variant() {
          @Override
          public boolean lateIsRefused() {
            return true;
          }
        };
    requireRight(Seeds.runs(RUNS), twin);
  }

  /** Compares times of the store's clock, which steps. */
  private static final class StoreTimeWatch extends ServerWatch {

    private final Map<String, Long> seen = new HashMap<>();
    private final TestClock storeClock;

    StoreTimeWatch(TestClock storeClock) {
      super(KeyedSimulation.SETTINGS);
      this.storeClock = storeClock;
    }

    @Override
    List<ServerRecord> silent(List<ServerRecord> servers, long now) {
      super.silent(servers, now);
      long latest = storeClock.millis() - 12_000;
      return servers.stream()
          .filter(server -> server.state() != ServerRecord.State.ENDED)
          .filter(server -> seen.merge(server.stamp(), storeClock.millis(), Math::min) < latest)
          .toList();
    }
  }

  /** Forgets for how long others have to wait for a server. */
  private static final class UnsaidLease extends SimulatedStore {

    UnsaidLease(int count) {
      super(count);
    }

    private static ServerRecord unsaid(ServerRecord row) {
      return new ServerRecord(
          row.id(), row.address(), Duration.ZERO, row.state(), row.moves(), row.stamp());
    }

    @Override
    public boolean add(ServerRecord server) {
      return super.add(unsaid(server));
    }

    @Override
    public boolean replace(ServerRecord before, ServerRecord after) {
      return super.replace(before, unsaid(after));
    }
  }

  /** Keeps the bound that was raised to itself until the slot is written again. */
  private static final class BoundAfterUse extends SimulatedStore {

    BoundAfterUse(int count) {
      super(count);
    }

    @Override
    public BitSet replace(List<Change> changes) {
      BitSet done = new BitSet();
      for (Change change : changes) {
        SlotRecord before = change.before();
        boolean isRaise = before.owner().equals(change.after().owner());
        SlotRecord row = row(before.slot());
        if (row.version() == before.version() && row.owner().equals(before.owner())) {
          long bound = isRaise ? row.bound() : change.after().bound() - BoundStep.MIN / 2;
          put(row.next(Math.max(0, bound), change.after().owner()));
          done.set(before.slot());
        }
      }
      return done;
    }
  }

  /** Hands over at a number that was the highest a moment ago. */
  private static final class EarlyHandOver extends SimulatedStore {

    EarlyHandOver(int count) {
      super(count);
    }

    @Override
    public BitSet replace(List<Change> changes) {
      BitSet done = super.replace(changes);
      for (Change change : changes) {
        SlotRecord after = change.after();
        if (done.get(after.slot()) && after.bound() < change.before().bound()) {
          long earlier = Math.max(0, after.bound() - 1);
          put(new SlotRecord(after.slot(), earlier, after.owner(), after.version()));
        }
      }
      return done;
    }
  }

  /** Writes a row whatever its version. */
  private static final class NoVersions extends SimulatedStore {

    NoVersions(int count) {
      super(count);
    }

    @Override
    protected boolean isAsExpected(Change change) {
      return true;
    }
  }
}
