package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutBuilderTest {

  private static final Instant EPOCH = Instant.parse("2025-01-01T00:00:00Z");

  private static LayoutBuilder bits() {
    return Layout.builder().time(41).sequence(11).epoch(EPOCH);
  }

  private static LayoutBuilder digits() {
    return Layout.decimalBuilder().time(13).sequence(1).epoch(EPOCH);
  }

  @Test
  void everySettingReachesItsField() {
    Layout layout =
        Layout.builder()
            .time(33)
            .rollback(1)
            .timeline(2)
            .worker(3)
            .sequence(4)
            .tail(5)
            .epoch(EPOCH)
            .tick(Duration.ofMillis(10))
            .build();
    assertThat(layout)
        .hasToString(
            "time=33,rollback=1,timeline=2,worker=3,sequence=4,tail=5,epoch=2025-01-01T00:00:00Z,tick=PT0.01S");
    Layout decimal = digits().worker(2).tail(3).tick(Duration.ofSeconds(1)).build();
    assertThat(decimal)
        .hasToString(
            "base=10,time=13,sequence=1,worker=2,tail=3,epoch=2025-01-01T00:00:00Z,tick=PT1S");
  }

  @Test
  void defaultLayoutCanBeBuilt() {
    assertThat(bits().rollback(2).timeline(2).worker(7).build()).isEqualTo(Layout.DEFAULT);
  }

  @Test
  void widestFieldsFit() {
    assertThat(bits().time(62).sequence(1).epoch(Instant.EPOCH).build().lastTick())
        .isEqualTo((1L << 62) - 1);
    assertThat(bits().time(3).sequence(30).tail(30).build().sequences()).isEqualTo(1 << 30);
    assertThat(digits().time(1).sequence(9).worker(9).build().workers()).isEqualTo(1_000_000_000);
  }

  @Test
  void epochMayMakeUpForAnOffset() {
    Layout layout = digits().worker(2).tail(3).epoch(Instant.ofEpochMilli(-5_000)).build();
    assertThat(layout.minId(Instant.ofEpochMilli(1613024782541L))).isEqualTo(1613024787541_000000L);
  }

  @Test
  void missingEpochIsRejected() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Layout.builder().time(41).sequence(11).build())
        .withMessage("epoch is not set; call epoch(Instant) with a time before the first id");
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault(bits(), b -> b.time(0), "time bits must be between 1 and 62, but is 0"),
        fault(bits(), b -> b.time(63), "time bits must be between 1 and 62, but is 63"),
        fault(bits(), b -> b.rollback(-1), "rollback bits must be between 0 and 2, but is -1"),
        fault(bits(), b -> b.rollback(3), "rollback bits must be between 0 and 2, but is 3"),
        fault(bits(), b -> b.timeline(3), "timeline bits must be between 0 and 2, but is 3"),
        fault(bits(), b -> b.worker(31), "worker bits must be between 0 and 30, but is 31"),
        fault(bits(), b -> b.sequence(0), "sequence bits must be between 1 and 30, but is 0"),
        fault(bits(), b -> b.tail(31), "tail bits must be between 0 and 30, but is 31"),
        fault(
            bits(),
            b -> b.worker(12),
            "fields must fit into 63 bits (without the sign), but need 64"),
        fault(
            bits(),
            b -> b.tick(Duration.ZERO),
            "tick must be a positive whole number of milliseconds, but is PT0S"),
        fault(
            bits(),
            b -> b.tick(Duration.ofNanos(1_500_000)),
            "tick must be a positive whole number of milliseconds, but is PT0.0015S"),
        fault(
            bits(),
            b -> b.tick(Duration.ofSeconds(Long.MAX_VALUE)),
            "last tick must be within 64 bits of milliseconds: time=41,"
                + " tick=PT2562047788015215H30M7S, epoch=2025-01-01T00:00:00Z"),
        fault(
            bits(),
            b -> b.epoch(EPOCH.plusNanos(1)),
            "epoch must be a whole number of milliseconds, but is 2025-01-01T00:00:00.000000001Z"),
        fault(
            bits(),
            b -> b.epoch(Instant.MAX.minusNanos(999_999)),
            "last tick must be within 64 bits of milliseconds: time=41, tick=PT0.001S,"
                + " epoch=+1000000000-12-31T23:59:59.999Z"),
        fault(digits(), b -> b.time(0), "time digits must be between 1 and 18, but is 0"),
        fault(digits(), b -> b.time(19), "time digits must be between 1 and 18, but is 19"),
        fault(digits(), b -> b.sequence(0), "sequence digits must be between 1 and 9, but is 0"),
        fault(digits(), b -> b.worker(10), "worker digits must be between 0 and 9, but is 10"),
        fault(digits(), b -> b.tail(10), "tail digits must be between 0 and 9, but is 10"),
        fault(digits(), b -> b.tail(6), "fields must fit into 19 digits, but need 20"),
        fault(
            digits(),
            b -> b.rollback(1),
            "rollback must have 0 digits, because a decimal layout has one lane, but has 1"),
        fault(
            digits(),
            b -> b.timeline(1),
            "timeline must have 0 digits, because a decimal layout has one lane, but has 1"),
        fault(
            digits(),
            b -> b.tick(Duration.ofNanos(1)),
            "tick must be a positive whole number of milliseconds, but is PT0.000000001S"),
        fault(
            digits(),
            b -> b.tick(Duration.ofDays(100_000)),
            "last tick must be within 64 bits of milliseconds: time=13, tick=PT2400000H,"
                + " epoch=2025-01-01T00:00:00Z"));
  }

  private static Arguments fault(
      LayoutBuilder builder, UnaryOperator<LayoutBuilder> change, String message) {
    return Arguments.of(change.apply(builder), message);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void rejectsImpossibleLayouts(LayoutBuilder builder, String message) {
    assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage(message);
  }
}
