package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadTeamTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void eachThreadDoesItsWorkOncePerRun(int threads) {
    AtomicInteger done = new AtomicInteger();
    Runnable work = done::incrementAndGet;
    try (ThreadTeam team =
        new ThreadTeam(Collections.nCopies(threads, work), ThreadKind.PLATFORM.executor())) {
      for (int round = 1; round <= 20; round++) {
        team.assemble();
        assertThat(done).as("nobody starts early").hasValue((round - 1) * threads);
        team.run();
        assertThat(done).hasValue(round * threads);
      }
    }
  }
}
