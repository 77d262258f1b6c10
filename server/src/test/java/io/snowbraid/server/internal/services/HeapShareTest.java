package io.snowbraid.server.internal.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.ServerLimits;
import org.junit.jupiter.api.Test;

class HeapShareTest {

  /** What is left of -Xmx64m with the serial collector. */
  private static final long SMALL_HEAP = 64_880_640;

  private static void require(ServerLimits limits, int maxKeys) {
    HeapShare.require(SMALL_HEAP, limits, maxKeys);
  }

  @Test
  void defaultsFitTheHeapOfTheUnit() {
    assertThatCode(() -> require(ServerLimits.DEFAULT, KeyedSettings.DEFAULT.maxKeys()))
        .doesNotThrowAnyException();
  }

  @Test
  void settingsThatDoNotFitAreRefusedWithAllSizes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> require(ServerLimits.DEFAULT, 8_000_000))
        .withMessage(
            "settings need up to 163 MB, but may use only 52 MB of the 65 MB heap (server: 9 MB,"
                + " max-keys=8000000: 136 MB, max-connections=10000: 17 MB, a request and its"
                + " replies: 1 MB); reduce the largest, or increase -Xmx");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> require(ServerLimits.DEFAULT.withMaxConnections(100_000), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> require(ServerLimits.DEFAULT.withMaxUnsentBytes(50_000_000), 0));
  }

  @Test
  void connectionsMayAlwaysBeIdle() {
    int connections = ServerLimits.DEFAULT.maxConnections();
    try (SegmentGenerators segments =
        SegmentGenerators.builder().source(SegmentSource.inMemory()).build()) {
      HeapShare small = new HeapShare(SMALL_HEAP, connections, null, segments);
      assertThat(small.forConnections()).isBetween(29_000_000L, 30_000_000L);
      HeapShare tiny = new HeapShare(1 << 20, connections, null, segments);
      assertThat(tiny.forConnections()).isEqualTo(17_000_000);
      long without = small.forConnections();
      for (int tag = 0; tag < 1_000; tag++) {
        segments.nextId("tag" + tag);
      }
      assertThat(small.forConnections()).isEqualTo(without - 1_400_000);
    }
  }
}
