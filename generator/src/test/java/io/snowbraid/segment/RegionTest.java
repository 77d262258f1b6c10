package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionTest {

  /** The first numbers of region 1 that Camellia's own code issued. */
  @ParameterizedTest
  @CsvSource({"4,0,1,17", "4,0,2,33", "4,0,3,49", "4,10,1,1025", "4,10,6,1030", "0,0,7,7"})
  void numbersAreThoseOfCamellia(int bits, int shift, long counter, long number) {
    Region region = new Region(bits, bits == 0 ? 0 : 1, shift);
    assertThat(region.number(counter)).isEqualTo(number);
    assertThat(region.counter(number)).isEqualTo(counter);
    assertThat(region.idOf(number)).isEqualTo(bits == 0 ? 0 : 1);
  }

  @Test
  void numbersOfRegionsNeverMeet() {
    Set<Long> numbers = new HashSet<>();
    for (int id = 0; id < 8; id++) {
      Region region = new Region(3, id, 5);
      for (long counter = 0; counter < 10_000; counter++) {
        assertThat(numbers.add(region.number(counter))).isTrue();
      }
    }
  }

  @Test
  void numbersGrowWithTheCounterAndAreReversible() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      int bits = random.nextInt(17);
      Region region = new Region(bits, random.nextInt(1 << bits), random.nextInt(33));
      long counter = random.nextLong() >>> (1 + random.nextInt(40)) >>> bits;
      long number = region.number(counter);
      assertThat(region.counter(number)).isEqualTo(counter);
      assertThat(region.idOf(number)).isEqualTo(region.id());
      assertThat(region.number(counter + 1)).isGreaterThan(number);
    }
  }

  @Test
  void largestCounterGivesAPositiveNumber() {
    Region region = new Region(4, 15, 10);
    assertThat(region.number(region.maxCounter())).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({"-1,0,0", "17,0,0", "4,16,0", "4,-1,0", "0,1,0", "4,0,33", "4,0,-1"})
  void valuesOutOfRangeAreRejected(int bits, int id, int shift) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Region(bits, id, shift))
        .withMessageStartingWith("region's ");
  }
}
