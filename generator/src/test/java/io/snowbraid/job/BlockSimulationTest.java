package io.snowbraid.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlockSimulationTest {

  @Tag("slow")
  @ParameterizedTest(name = "seed = {0}")
  @MethodSource("io.snowbraid.testing.Seeds#forSimulations")
  void everyNameHasOneBlockAndEveryIdOneName(long seed) throws Exception {
    new BlockSimulation(seed, BlockSimulation::asItShould).run();
  }

  @Test
  void blockThatIsHandedOutBeforeItsNameIsRecordedIsRejected() {
    assertThat(firstFailure(BlockSimulation::beforeItsName)).contains("name has two blocks");
  }

  @Test
  void nameThatIsRecordedBeforeItsTicksIsRejected() {
    assertThat(firstFailure(BlockSimulation::beforeItsTicks)).contains("id issued twice");
  }

  @Test
  void someWritesSucceedAfterTheirCallerHasGivenThemUp() throws Exception {
    int late = 0;
    for (int seed = 0; seed < 20; seed++) {
      late += new BlockSimulation(seed, BlockSimulation::asItShould).run();
    }
    assertThat(late).isPositive();
  }

  private static String firstFailure(BlockSimulation.Claimer claimer) {
    return LongStream.range(0, 1_000)
        .mapToObj(seed -> failure(seed, claimer))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse("none");
  }

  private static Optional<String> failure(long seed, BlockSimulation.Claimer claimer) {
    try {
      int late = new BlockSimulation(seed, claimer).run();
      return late < 0 ? Optional.of("late=" + late) : Optional.empty();
    } catch (Exception | AssertionError e) {
      return Optional.of(String.valueOf(e));
    }
  }
}
