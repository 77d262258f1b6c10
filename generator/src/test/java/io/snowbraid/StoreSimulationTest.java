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
 * Generators of one namespace live through a random story: their clocks move, they are held up
 * between any two steps, they crash, answers of the store are lost, and its own clock moves.
 */
@Tag("slow")
@Tag("simulation")
class StoreSimulationTest {

  private static final Logger LOG = Logger.getLogger("io.snowbraid");

  /** In these stories warnings are the rule. */
  @BeforeAll
  static void beQuiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(null);
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.Seeds#stories")
  void idsStayUniqueWhateverHappens(long seed) {
    story(seed).run();
  }

  /** Else a failure could not be told again, and a thread would be at work that nobody planned. */
  @ParameterizedTest
  @MethodSource("io.snowbraid.Seeds#few")
  void sameSeedTellsTheSameStory(long seed) {
    long[] ids = story(seed).run();
    System.gc(); // crashed generators are collected
    assertThat(story(seed).run()).isEqualTo(ids);
  }

  private static StoreSimulation story(long seed) {
    return new StoreSimulation(seed, StoreSimulation::generator, UnaryOperator.identity());
  }

  @Test
  void storyRejectsAHolderThatIssuesAfterItsLoss() {
    assertThat(anyStoryRejects(StoreSimulation::generator, BrokenLeases.AfterLoss::new)).isTrue();
  }

  @Test
  void storyRejectsGrantsThatAreRecordedLate() {
    assertThat(anyStoryRejects(StoreSimulation::generator, BrokenLeases.RecordedLate::new))
        .isTrue();
  }

  @Test
  void storyRejectsAHolderThatForgetsTheOneBefore() {
    assertThat(anyStoryRejects(StoreSimulation::generator, BrokenLeases.Forgetful::new)).isTrue();
  }

  @Test
  void storyRejectsAHorizonThatIsCheckedOnTheClock() {
    assertThat(anyStoryRejects(BrokenLeases::clockBound, UnaryOperator.identity())).isTrue();
  }

  @Test
  void storyRejectsLeasesWhoseCopiesAreNotToldApart() {
    UnaryOperator<WorkerLease> same = UnaryOperator.identity();
    assertThat(
            anyStoryFails(
                seed -> new StoreSimulation(seed, StoreSimulation::generator, same, same),
                "id issued twice"))
        .isTrue();
  }

  @Test
  void storyRejectsAHolderWhoseIdsFallWithItsWorker() {
    assertThat(
            anyStoryFails(
                seed ->
                    new StoreSimulation(seed, BrokenLeases::startsAnew, UnaryOperator.identity()),
                "id must rise"))
        .isTrue();
  }

  private static boolean anyStoryRejects(
      StoreSimulation.Factory generator, UnaryOperator<WorkerLease> lease) {
    return anyStoryFails(seed -> new StoreSimulation(seed, generator, lease), "id issued twice");
  }

  private static boolean anyStoryFails(LongFunction<StoreSimulation> stories, String why) {
    return LongStream.range(0, 300).mapToObj(stories).anyMatch(story -> fails(story, why));
  }

  private static boolean fails(StoreSimulation story, String why) {
    try {
      story.run();
      return false;
    } catch (AssertionError e) {
      return e.getMessage().startsWith(why);
    }
  }
}
