package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testkit.GoldenIds;
import io.snowbraid.testkit.GoldenIds.Golden;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenIdsTest {

  static List<Golden> golden() throws IOException {
    return GoldenIds.all();
  }

  @Test
  void thereAreSome() throws IOException {
    assertThat(golden()).hasSizeGreaterThan(10).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("golden")
  void defaultLayoutAgrees(Golden golden) {
    IdParts parts = golden.parts();
    assertThat(Layout.DEFAULT.decode(golden.id())).isEqualTo(parts);
    long tick = Duration.between(Layout.DEFAULT.epoch(), parts.time()).toMillis();
    assertThat(
            Layout.DEFAULT.encode(
                tick,
                parts.rollback(),
                parts.timeline(),
                parts.worker(),
                parts.sequence(),
                parts.tail()))
        .isEqualTo(golden.id());
  }
}
