package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.Layout;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;

/** The layouts that docs/coming-from.md advises for tables with old ids issue larger ids. */
class ComingFromTest {

  @ParameterizedTest
  @OldIds
  void newIdsAreAboveThoseOfTheSameTime(String row, BenchmarkedGenerator entrant)
      throws IOException {
    Layout layout = AdvisedLayouts.of(row);
    IdSupplier peer = entrant.open();
    try {
      long[] ids = LongStream.generate(peer::next).limit(1_000).toArray();
      Instant now = Instant.now();
      long largest = Arrays.stream(ids).max().orElseThrow();
      long smallest = Arrays.stream(ids).min().orElseThrow();
      assertThat(layout.minId(now.plusSeconds(2))).isGreaterThan(largest);
      assertThat(layout.maxId(now.minusSeconds(60))).isLessThan(smallest);
    } finally {
      peer.close();
    }
  }
}
