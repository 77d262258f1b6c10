package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class ServerLoadTest {

  @Test
  void rateIsReadFromWhatRedisBenchmarkPrints() {
    assertThat(
            ServerLoad.rate(
                "\"test\",\"rps\",\"avg_latency_ms\"\n\"INCR a\",\"89686.09\",\"0.360\"\n"))
        .isEqualTo(89_686.09);
  }

  @Test
  void anErrorIsNoRate() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ServerLoad.rate("Error from server: ERR unknown command\n"))
        .withMessageContaining("unknown command");
  }
}
