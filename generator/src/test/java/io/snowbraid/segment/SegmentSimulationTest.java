package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.testing.Seeds;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holders and their store under faults: unique, rising, and nothing taken back too much. */
@Tag("seeds")
class SegmentSimulationTest {

  private static final int SEEDS = 300;

  private static SegmentSimulation simulation(long seed, UnaryOperator<SegmentSource> broken) {
    return new SegmentSimulation(seed, SegmentSimulation::generator, broken);
  }

  @Test
  void numbersAreUniqueAndRise() {
    int runs = Seeds.runs(SEEDS);
    int returned = 0;
    int issued = 0;
    for (long seed = 0; seed < runs; seed++) {
      SegmentSimulation simulation = simulation(seed, UnaryOperator.identity());
      simulation.run();
      returned += simulation.returned();
      issued += simulation.issued();
    }
    assertThat(returned).isGreaterThan(runs);
    assertThat(issued).isGreaterThan(100 * runs);
  }

  private static void assertFound(UnaryOperator<SegmentSource> broken, String promise) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> runAll(SegmentSimulation::generator, broken))
        .withMessageContaining(promise);
  }

  private static void runAll(
      SegmentSimulation.Factory factory, UnaryOperator<SegmentSource> broken) {
    for (long seed = 0; seed < SEEDS; seed++) {
      new SegmentSimulation(seed, factory, broken).run();
    }
  }

  @Test
  void checkerFindsBoundsThatArePublishedBeforeTheyAreDurable() {
    assertFound(BrokenSegmentSources::publishesBeforeItIsDurable, "number is issued twice");
  }

  @Test
  void checkerFindsGiveBacksThatIgnoreVersions() {
    assertFound(BrokenSegmentSources::ignoresVersions, "number is issued twice");
  }

  @Test
  void checkerFindsSegmentsOutOfOrder() {
    assertFound(BrokenSegmentSources::answersOutOfOrder, "numbers of a holder fall");
  }

  @Test
  void checkerFindsNumbersThatAreGivenBackBeforeTheyAreFrozen() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                runAll(
                    (source, clock, scheduler) -> new BrokenSegments(source),
                    UnaryOperator.identity()))
        .withMessageContaining("number is issued twice");
  }
}
