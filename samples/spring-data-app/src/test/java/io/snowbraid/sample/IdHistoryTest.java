package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IdHistoryTest {

  private static final long START = Instant.parse("2026-11-21T12:00:00Z").getEpochSecond();

  private final IdHistory history = new IdHistory(4);

  private static Instant at(long second) {
    return Instant.ofEpochSecond(START + second);
  }

  private void look(long second) {
    history.look(at(second), at(second - 3_600));
  }

  @Test
  void idsOfOneSecondAreCountedTogether() {
    look(0);
    history.addOwn(0, at(0));
    history.addOther();
    history.look(at(0).plusMillis(999), at(-3_600));
    history.addOwn(0, at(0).plusMillis(999));
    look(1);
    history.addOwn(2, at(-3_599));
    assertThat(history.ownCounts()).containsExactly(2L, 1L);
    assertThat(history.otherCounts()).containsExactly(1L, 0L);
    assertThat(history.usedLanes()).containsExactly(0, 2);
    assertThat(history.laneTimes(0)).containsExactly(at(0).toEpochMilli() + 999, -1L);
    assertThat(history.laneTimes(2)).containsExactly(-1L, at(-3_599).toEpochMilli());
    assertThat(history.trueTimes()).containsExactly(START * 1_000 + 999, (START + 1) * 1_000);
    assertThat(history.clock())
        .containsExactly(at(-3_600).toEpochMilli(), at(-3_599).toEpochMilli());
  }

  @Test
  void oldSecondsAreForgotten() {
    look(0);
    history.addOwn(3, at(0));
    LongStream.rangeClosed(1, IdHistory.SECONDS - 1).forEach(this::look);
    assertThat(history.usedLanes()).containsExactly(3);
    look(IdHistory.SECONDS);
    assertThat(history.usedLanes()).isEmpty();
    assertThat(history.ownCounts()).hasSize(IdHistory.SECONDS);
  }

  @Test
  void systemClockThatStepsBackStaysInTheLastSecond() {
    look(5);
    look(1);
    history.addOwn(0, at(1));
    assertThat(history.ownCounts()).containsExactly(1L);
  }
}
