package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Simulates how long calls wait for a lease whose store is late or fails. */
@Tag("seeds")
class LeaseSimulationTest {

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
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void callsEndAtTheirLimitAndNotBefore(long seed) {
    new LeaseSimulation(seed).waitForTheStore();
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void idsContinueToTheEndOfTheGrant(long seed) {
    new LeaseSimulation(seed).outliveTheDisk();
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#few")
  void noCallFailsWhileAnotherWorkerIsFree(long seed) {
    new LeaseSimulation(seed).changeWorkers();
  }

  @Test
  void simulationRejectsWaitsThatAreCountedTwice() {
    LeaseSimulation twin =
        new LeaseSimulation(
            1, LeaseSimulation.MAX_WAIT, BrokenLeases.CountedTwice::new, UnaryOperator.identity());
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(twin::waitForTheStore)
        .withMessageStartingWith("call must end at its limit");
  }

  @Test
  void simulationRejectsARecordThatOnlyAWriteConfirms() {
    LeaseSimulation twin =
        new LeaseSimulation(
            1, LeaseSimulation.MAX_WAIT, UnaryOperator.identity(), BrokenLeases.HeldIfWritten::new);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(twin::outliveTheDisk)
        .withMessageStartingWith("ids must continue to the end of the grant");
  }

  @Test
  void simulationRejectsAChangeOfWorkerThatWaitsOneSlice() {
    LeaseSimulation twin =
        new LeaseSimulation(
            1, Duration.ofMillis(20), UnaryOperator.identity(), UnaryOperator.identity());
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(twin::changeWorkers)
        .withMessageStartingWith("call must get another worker");
  }
}
