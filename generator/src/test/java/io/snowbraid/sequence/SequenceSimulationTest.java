package io.snowbraid.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceSimulationTest {

  private static final int RUNS = 500;

  @Test
  void numbersAreUniqueAndRise() {
    int answered = 0;
    int moves = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      try {
        SequenceSimulation run =
            new SequenceSimulation(seed, SequenceSimulation.RIGHT, SimulatedStore::new).run();
        answered += run.answered();
        moves += run.moves();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed=" + seed, e);
      }
    }
    System.out.println(answered + " " + moves);
    assertThat(answered).as("calls that were answered").isGreaterThan(20 * RUNS);
    assertThat(moves).as("changes of holder").isGreaterThan(5 * RUNS);
  }
}
