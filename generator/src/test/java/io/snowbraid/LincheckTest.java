package io.snowbraid;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads share a generator in every order that a model checker finds, and in some real ones. */
@Tag("slow")
class LincheckTest {

  /** Two ids per timeline, four per tick, so that a few calls overflow and lead. */
  private static final Layout TINY =
      Layout.parse("time=41,timeline=1,worker=3,sequence=1,epoch=2025-01-01T00:00:00Z");

  @Test
  void idsIncreaseInAllOrders() {
    modelChecking().check(Shared.class);
  }

  @Test
  void idsIncreaseUnderStress() {
    stress().check(Shared.class);
  }

  @Test
  void modelCheckingRejectsAGeneratorWithoutALock() {
    assertThatThrownBy(() -> modelChecking().check(SharedBroken.class))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("nextId");
  }

  private static ModelCheckingOptions modelChecking() {
    return new ModelCheckingOptions()
        .iterations(3)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .verifier(IncreasingIdsVerifier.class);
  }

  private static StressOptions stress() {
    return new StressOptions()
        .iterations(3)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(3)
        .verifier(IncreasingIdsVerifier.class);
  }

  /** A generator and its clock, which advances only when a thread moves it. */
  public static class Shared {

    private final TestClock clock = new TestClock();
    private final IdGenerator ids = generator(clock);

    IdGenerator generator(TestClock clock) {
      return Snowflake.builder()
          .layout(TINY)
          .worker(new SingleWorkerSource(5))
          .clock(clock)
          .monotonicTime(clock)
          .scheduler(new ManualScheduler())
          .random(() -> 0)
          .build();
    }

    @Operation
    public long nextId() {
      return ids.nextId();
    }

    @Operation
    public List<Long> nextIds() {
      return LongStream.of(ids.nextIds(3)).boxed().toList();
    }

    @Operation
    public void tick() {
      clock.move(Duration.ofMillis(1));
    }
  }

  /** The same with a generator that reads and writes its state in two steps. */
  public static class SharedBroken extends Shared {

    @Override
    IdGenerator generator(TestClock clock) {
      return new BrokenGenerators.Unlocked(clock);
    }
  }
}
