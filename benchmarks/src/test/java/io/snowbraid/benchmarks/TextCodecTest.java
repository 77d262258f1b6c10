package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.hashids.Hashids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqids.Sqids;

class TextCodecTest {

  @ParameterizedTest
  @EnumSource
  void textsAreReadBackAndDiffer(TextCodec codec) {
    TextCodec.Open open = codec.open();
    long[] ids = new Random(1).longs(2_000, 0, 1L << 53).toArray();
    Set<String> texts =
        new Random(1).longs(2_000, 0, 1L << 53).mapToObj(open::encode).collect(Collectors.toSet());
    assertThat(texts).hasSize(ids.length);
    for (long id : ids) {
      assertThat(open.decode(open.encode(id))).isEqualTo(id);
    }
    assertThat(codec.label()).doesNotContain("?");
  }

  /** As the page of comparisons says. */
  @Test
  void peersReadTextsThatNobodyWrote() {
    assertThat(Sqids.builder().build().decode("Abcdefgh")).hasSize(1);
    long read =
        new Random(1)
            .longs(1_000, 1L << 20, 1L << 36)
            .mapToObj(number -> Long.toString(number, 36))
            .filter(text -> new Hashids("the salt of this application").decode(text).length > 0)
            .count();
    assertThat(read).isBetween(1L, 999L);
  }
}
