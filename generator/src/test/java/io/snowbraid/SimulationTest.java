package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Simulates a generator with a random clock; its invariants hold after each event. */
@Tag("seeds")
@Tag("simulation")
class SimulationTest {

  private static final long MAX_LEAD = 1_000;
  private static final int EVENTS = 300;

  private static final Logger LOG = Logger.getLogger("io.snowbraid");

  /** Simulations cause many warnings. */
  @BeforeAll
  static void muteLogging() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void restoreLogging() {
    LOG.setLevel(null);
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#many")
  void idsStayUniqueAndIncreaseWhateverTheClockDoes(long seed) {
    new Simulation(seed, SimulationTest::ours).run();
  }

  @Test
  void simulationRejectsAGeneratorThatCyclesItsLanesBlindly() {
    assertThat(anySimulationRejects(BrokenGenerators.Cycling::new)).isTrue();
  }

  @Test
  void simulationRejectsAGeneratorThatTrustsItsClock() {
    assertThat(anySimulationRejects(BrokenGenerators.Trusting::new)).isTrue();
  }

  private static boolean anySimulationRejects(Function<TestClock, IdGenerator> broken) {
    return LongStream.range(0, 20).anyMatch(seed -> rejects(new Simulation(seed, broken)));
  }

  private static boolean rejects(Simulation simulation) {
    try {
      simulation.run();
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }

  private static Snowflake ours(TestClock clock) {
    return Snowflake.builder()
        .worker(new SingleWorkerSource(5))
        .scheduler(new ManualScheduler())
        .clock(clock)
        .monotonicTime(clock)
        .random(new SplittableRandom(1))
        .maxLead(Duration.ofMillis(MAX_LEAD))
        .build();
  }

  private static final class Simulation {

    private final TestClock clock = new TestClock();
    private final Random random;
    private final IdGenerator generator;
    private final LongStream.Builder issued = LongStream.builder();
    private long peak;
    private long lastId;

    Simulation(long seed, Function<TestClock, IdGenerator> generator) {
      this.random = new Random(seed);
      this.generator = generator.apply(clock);
    }

    void run() {
      for (int event = 0; event < EVENTS; event++) {
        moveClock();
        clock.passUnseen(Duration.ofSeconds(1));
        issue(1 + random.nextInt(random.nextInt(40) == 0 ? 20_000 : 3));
      }
      IdChecker.requireUnique(issued.build().toArray(), EVENTS / 4);
    }

    private void moveClock() {
      switch (random.nextInt(12)) {
        case 0 -> clock.move(Duration.ofMillis(-random.nextInt(1 + (int) MAX_LEAD)));
        case 1 -> clock.move(Duration.ofMillis(-random.nextInt(5_000)));
        case 2 -> clock.move(Duration.ofMinutes(-random.nextInt(90)));
        case 3 -> clock.move(Duration.ofMinutes(random.nextInt(90)));
        case 4 -> clock.move(Duration.ofHours(random.nextInt(48)));
        case 5 -> clock.set(TestClock.START);
        case 6, 7 -> {} // the clock stands still
        default -> clock.move(Duration.ofMillis(1 + random.nextInt(20)));
      }
    }

    private void issue(int count) {
      long before = clock.millis();
      boolean steppedBack = before + MAX_LEAD < peak;
      long[] ids;
      try {
        ids = generator.nextIds(count);
      } catch (ClockRollbackException e) {
        assertThat(steppedBack || before + MAX_LEAD < time(lastId)).as("rejected: %s", e).isTrue();
        return;
      }
      // a wait may have moved the clock past its peak again
      boolean stillBack = steppedBack && clock.millis() + MAX_LEAD < peak;
      peak = stillBack ? clock.millis() : Math.max(peak, clock.millis());
      IdChecker.requireRising(ids);
      if (!steppedBack) {
        assertThat(ids[0]).as("id rises on").isGreaterThan(lastId);
      }
      lastId = ids[count - 1];
      assertThat(time(lastId))
          .as("lead is bounded")
          .isBetween(before, clock.millis() + 2 * MAX_LEAD);
      LongStream.of(ids).forEach(issued);
    }

    private static long time(long id) {
      return Layout.DEFAULT.decode(id).time().toEpochMilli();
    }
  }
}
