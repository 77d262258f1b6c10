package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.worker.WorkerLease;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Simulates generators of one namespace: their clocks move, they are delayed between any two steps,
 * they crash, answers of the store are lost, and its own clock moves.
 */
@Tag("seeds")
@Tag("simulation")
class StoreSimulationTest {

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
  @Tag("slow")
  @MethodSource("io.snowbraid.testing.Seeds#forSimulations")
  void idsStayUniqueWhateverHappens(long seed) {
    simulation(seed).run();
  }

  /**
   * Otherwise a failure could not be reproduced, and some thread would run outside the simulation.
   */
  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void sameSeedRunsTheSameSimulation(long seed) {
    long[] ids = simulation(seed).run();
    assertThat(simulation(seed).run()).isEqualTo(ids);
  }

  private static StoreSimulation simulation(long seed) {
    return new StoreSimulation(seed, StoreSimulation::generator, UnaryOperator.identity());
  }

  @Test
  @Tag("slow")
  void simulationRejectsAHolderThatIssuesAfterItsLoss() {
    assertThat(anySimulationRejects(StoreSimulation::generator, BrokenLeases.AfterLoss::new))
        .isTrue();
  }

  @Test
  @Tag("slow")
  void simulationRejectsGrantsThatAreRecordedLate() {
    assertThat(anySimulationRejects(StoreSimulation::generator, BrokenLeases.RecordedLate::new))
        .isTrue();
  }

  @Test
  @Tag("slow")
  void simulationRejectsAHolderThatForgetsThePreviousOne() {
    assertThat(anySimulationRejects(StoreSimulation::generator, BrokenLeases.Forgetful::new))
        .isTrue();
  }

  @Test
  @Tag("slow")
  void simulationRejectsAHorizonThatIsCheckedOnTheClock() {
    assertThat(anySimulationRejects(BrokenLeases::clockBound, UnaryOperator.identity())).isTrue();
  }

  @Test
  @Tag("slow")
  void simulationRejectsLeasesWhoseClonesAreNotDistinguished() {
    UnaryOperator<WorkerLease> same = UnaryOperator.identity();
    assertThat(
            anySimulationFails(
                seed -> new StoreSimulation(seed, StoreSimulation::generator, same, same),
                "id issued twice"))
        .isTrue();
  }

  @Test
  @Tag("slow")
  void simulationRejectsAHolderWhoseIdsDecreaseWithAnotherWorker() {
    assertThat(
            anySimulationFails(
                seed ->
                    new StoreSimulation(seed, BrokenLeases::startsAnew, UnaryOperator.identity()),
                "id must rise"))
        .isTrue();
  }

  private static boolean anySimulationRejects(
      StoreSimulation.Factory generator, UnaryOperator<WorkerLease> lease) {
    return anySimulationFails(
        seed -> new StoreSimulation(seed, generator, lease), "id issued twice");
  }

  private static boolean anySimulationFails(LongFunction<StoreSimulation> simulations, String why) {
    return LongStream.range(0, 300)
        .mapToObj(simulations)
        .anyMatch(simulation -> fails(simulation, why));
  }

  private static boolean fails(StoreSimulation simulation, String why) {
    try {
      simulation.run();
      return false;
    } catch (AssertionError e) {
      return e.getMessage().startsWith(why);
    }
  }
}
