package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BitLayoutTest {

  private static final Layout LAYOUT = Layout.DEFAULT;

  @Test
  void defaultLayoutHoldsWhatItsDocumentationSays() {
    assertThat(LAYOUT.workers()).isEqualTo(128);
    assertThat(LAYOUT.rollbacks()).isEqualTo(4);
    assertThat(LAYOUT.timelines()).isEqualTo(4);
    assertThat(LAYOUT.sequences()).isEqualTo(2048);
    assertThat(LAYOUT.tails()).isEqualTo(1);
    assertThat(LAYOUT.lastTick()).isEqualTo((1L << 41) - 1);
    assertThat(LAYOUT.lastInstant()).isEqualTo(Instant.parse("2094-09-07T15:47:35.551Z"));
  }

  @Test
  void fieldsAreInTheDocumentedOrder() {
    long id = LAYOUT.encode(5, 1, 2, 3, 4, 0);
    assertThat(id).isEqualTo(5L << 22 | 1 << 20 | 2 << 18 | 3 << 11 | 4);
    assertThat(LAYOUT.decode(id))
        .isEqualTo(new IdParts(Instant.parse("2025-01-01T00:00:00.005Z"), 1, 2, 3, 4, 0));
  }

  @Test
  void largestIdIsPositive() {
    long id = LAYOUT.encode(LAYOUT.lastTick(), 3, 3, 127, 2047, 0);
    assertThat(id).isEqualTo(Long.MAX_VALUE);
    assertThat(LAYOUT.maxId(LAYOUT.lastInstant())).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({
    "2199023255552, 0, 0, 0, 0, 0, 'tick must be between 0 and 2199023255551, but is"
        + " 2199023255552'",
    "-1, 0, 0, 0, 0, 0, 'tick must be between 0 and 2199023255551, but is -1'",
    "0, 4, 0, 0, 0, 0, 'rollback must be between 0 and 3, but is 4'",
    "0, 0, 4, 0, 0, 0, 'timeline must be between 0 and 3, but is 4'",
    "0, 0, 0, 128, 0, 0, 'worker must be between 0 and 127, but is 128'",
    "0, 0, 0, 0, 2048, 0, 'sequence must be between 0 and 2047, but is 2048'",
    "0, 0, 0, 0, -1, 0, 'sequence must be between 0 and 2047, but is -1'",
    "0, 0, 0, 0, 0, 1, 'tail must be between 0 and 0, but is 1'",
  })
  void rejectsFieldsOutOfRange(
      long tick, int rollback, int timeline, int worker, int sequence, int tail, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LAYOUT.encode(tick, rollback, timeline, worker, sequence, tail))
        .withMessage(message);
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void decodeInvertsEncode(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      long id = random.nextLong() & Long.MAX_VALUE;
      IdParts parts = LAYOUT.decode(id);
      long tick = parts.time().toEpochMilli() - LAYOUT.epoch().toEpochMilli();
      assertThat(
              LAYOUT.encode(
                  tick,
                  parts.rollback(),
                  parts.timeline(),
                  parts.worker(),
                  parts.sequence(),
                  parts.tail()))
          .isEqualTo(id);
      assertThat(id).isBetween(LAYOUT.minId(parts.time()), LAYOUT.maxId(parts.time()));
    }
  }

  @Test
  void idsOfOneTickFollowThoseOfTheTickBefore() {
    Instant time = Instant.parse("2026-11-21T03:08:20.466Z");
    assertThat(LAYOUT.maxId(time) + 1).isEqualTo(LAYOUT.minId(time.plusMillis(1)));
    assertThat(LAYOUT.minId(time.plusNanos(999_999))).isEqualTo(LAYOUT.minId(time));
  }

  @Test
  void rejectsNegativeIds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LAYOUT.decode(-1))
        .withMessage("id must be between 0 and 9223372036854775807, but is -1");
  }

  @Test
  void rejectsIdsAndTimesBeyondANarrowLayout() {
    Layout narrow = Layout.parse("time=10,worker=2,sequence=4,epoch=2025-01-01T00:00:00Z");
    assertThat(narrow.decode(65_535).sequence()).isEqualTo(15);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> narrow.decode(65_536))
        .withMessage("id must be between 0 and 65535, but is 65536");
    Instant last = Instant.parse("2025-01-01T00:00:01.023Z");
    assertThat(narrow.maxId(last.plusNanos(999_999))).isEqualTo(65_535);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> narrow.minId(last.plusMillis(1)))
        .withMessage(
            "time must be between 2025-01-01T00:00:00Z and 2025-01-01T00:00:01.023Z, but is"
                + " 2025-01-01T00:00:01.024Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> narrow.maxId(narrow.epoch().minusNanos(1)));
  }

  @Test
  void ticksMayBeLongerThanAMillisecond() {
    Layout seconds =
        Layout.parse("time=28,worker=22,sequence=13,epoch=2016-05-20T00:00:00Z,tick=PT1S");
    Instant time = Instant.parse("2020-02-29T12:34:56Z");
    assertThat(seconds.decode(seconds.minId(time.plusMillis(999))).time()).isEqualTo(time);
    assertThat(seconds.lastInstant()).isEqualTo(Instant.parse("2024-11-20T21:24:15.999Z"));
    assertThat(seconds.timelines()).isEqualTo(1);
  }

  @Test
  void textFormReadsBack() {
    assertThat(LAYOUT)
        .hasToString(
            "time=41,rollback=2,timeline=2,worker=7,sequence=11,epoch=2025-01-01T00:00:00Z,tick=PT0.001S");
    assertThat(Layout.parse(LAYOUT.toString())).isEqualTo(LAYOUT);
    String withTail =
        "time=42,rollback=0,timeline=0,worker=2,sequence=9,tail=10,epoch=2015-01-01T00:00:00Z,tick=PT0.001S";
    assertThat(Layout.parse(withTail)).hasToString(withTail);
    assertThat(Layout.parse(" sequence = 9 , epoch=2015-01-01T00:00:00Z,time=42,tail=10,worker=2"))
        .isEqualTo(Layout.parse(withTail));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time=41,sequence=11 | field is required: 'epoch' in layout \"time=41,sequence=11\"",
        "time=41,time=42 | field must be set only once: 'time' in layout \"time=41,time=42\"",
        "times=41 | field must be key=value with a key of [base, time, rollback, timeline, worker,"
            + " sequence, tail, epoch, tick]: 'times' in layout \"times=41\"",
        "time | layout time is unknown; use one of DEFAULT, TWITTER, UNIX_MILLIS, REDIS_SHARDED,"
            + " BAIDU_UID, DECIMAL, JAVASCRIPT, or fields such as"
            + " time=41,rollback=2,timeline=2,worker=7,sequence=11,epoch=2025-01-01T00:00:00Z,tick=PT0.001S",
        "time=x,sequence=11,epoch=2025-01-01T00:00:00Z | time must be a number of bits or digits,"
            + " but is x",
        "time=41,sequence=11,epoch=2025 | epoch must be an instant such as 2025-01-01T00:00:00Z,"
            + " but is 2025",
        "time=41,sequence=11,epoch=2025-01-01T00:00:00Z,tick=1ms | tick must be an ISO-8601"
            + " duration such as PT0.001S, but is 1ms",
        "time=41,sequence=11,epoch=2025-01-01T00:00:00Z,tick=PT0.0001S | tick must be a positive"
            + " whole number of milliseconds, but is PT0.0001S",
        "time=41,sequence=11,epoch=2025-01-01T00:00:00Z,tick=PT0S | tick must be a positive whole"
            + " number of milliseconds, but is PT0S",
        "time=41,sequence=23,epoch=2025-01-01T00:00:00Z | fields must fit into 63 bits (without the"
            + " sign), but need 64",
        "time=41,timeline=3,sequence=11,epoch=2025-01-01T00:00:00Z | timeline bits must be between"
            + " 0 and 2, but is 3",
        "time=41,sequence=0,epoch=2025-01-01T00:00:00Z | sequence bits must be between 1 and 30,"
            + " but is 0",
        "time=60,sequence=1,epoch=2025-01-01T00:00:00Z,tick=PT1S | last tick must be within 64 bits"
            + " of milliseconds: time=60, tick=PT1S, epoch=2025-01-01T00:00:00Z",
      })
  void rejectsImpossibleLayouts(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> Layout.parse(text)).withMessage(message);
  }
}
