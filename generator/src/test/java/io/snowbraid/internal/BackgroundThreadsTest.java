package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackgroundThreadsTest {

  /** Or each generator would need a thread, only to wait for its next renewal. */
  @Test
  void workThatIsDueLaterAsksForNoThreadBefore() {
    ThreadShortage shortage = new ThreadShortage().startTimer();
    Scheduler scheduler = shortage.scheduler();
    shortage.set(true);
    List<? extends Future<?>> renewals =
        Stream.generate(() -> scheduler.schedule(() -> {}, Duration.ofHours(1)))
            .limit(100)
            .toList();
    assertThat(shortage.refused()).isZero();
    renewals.forEach(renewal -> renewal.cancel(false));
  }
}
