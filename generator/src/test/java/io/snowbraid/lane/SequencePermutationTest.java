package io.snowbraid.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequencePermutationTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 512, 1000, 2048, 8192})
  void everyKeyGivesAPermutation(int size) {
    SequencePermutation shuffle = new SequencePermutation(size);
    for (int key = -50; key < 50; key++) {
      int k = key * 0x01234567;
      assertThat(IntStream.range(0, size).map(n -> shuffle.apply(n, k)).sorted().toArray())
          .as("numbers under key %d", k)
          .containsExactly(IntStream.range(0, size).toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 2048})
  void keysGiveDifferentOrders(int size) {
    SequencePermutation shuffle = new SequencePermutation(size);
    Set<String> beginnings = new HashSet<>();
    for (int key = 0; key < 1_000; key++) {
      int k = key;
      beginnings.add(
          IntStream.range(0, 8)
              .mapToObj(n -> shuffle.apply(n, k) + " ")
              .reduce("", String::concat));
    }
    assertThat(beginnings).hasSizeGreaterThan(900);
  }
}
