package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchmarkedGeneratorTest {

  private static final int IDS = 20_000;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLOCK")
  void issuesDistinctIds(BenchmarkedGenerator entrant) {
    IdSupplier supplier = entrant.open();
    try {
      long[] bulk = new long[IDS / 2];
      supplier.fill(bulk);
      LongStream single = LongStream.generate(supplier::next).limit(IDS / 2);
      assertThat(LongStream.concat(LongStream.of(bulk), single).distinct().count()).isEqualTo(IDS);
    } finally {
      supplier.close();
    }
  }
}
