package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class IdRangeTest {

  private static final Layout LAYOUT = Layout.DEFAULT;
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  @Test
  void spanHasTheIdsOfItsTicksAndNoOthers() {
    IdRange hour = IdRange.of(LAYOUT, NOON, NOON.plusSeconds(3_600));
    assertThat(LAYOUT.decode(hour.first()).time()).isEqualTo(NOON);
    assertThat(LAYOUT.decode(hour.first() - 1).time()).isEqualTo(NOON.minusMillis(1));
    assertThat(LAYOUT.decode(hour.last()).time()).isEqualTo(NOON.plusMillis(3_599_999));
    assertThat(LAYOUT.decode(hour.last() + 1).time()).isEqualTo(NOON.plusSeconds(3_600));
  }

  @Test
  void spanMayBeginBeforeTheLayoutAndEndAfterIt() {
    Duration far = Duration.ofDays(100_000);
    assertThat(IdRange.of(LAYOUT, LAYOUT.epoch().minus(far), LAYOUT.lastInstant().plus(far)))
        .isEqualTo(new IdRange(0, Long.MAX_VALUE));
  }

  @Test
  void spanWithoutTicksIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdRange.of(LAYOUT, NOON, NOON))
        .withMessageStartingWith(
            "time range must start before it ends and overlap the layout, which lasts from"
                + " 2025-01-01T00:00:00Z to 2094-09-07T15:47:35.551Z: from=2026-11-21T12:00:00Z,"
                + " until=2026-11-21T12:00:00Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdRange.of(LAYOUT, Instant.EPOCH, LAYOUT.epoch()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdRange.of(LAYOUT, NOON, NOON.plusNanos(1)))
        .withMessageStartingWith(
            "range must start at 0 or later and not end before it starts: first=249866433331200000,"
                + " last=249866433331199999");
    assertThatIllegalArgumentException().isThrownBy(() -> new IdRange(-1, 0));
  }
}
