package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalLayoutTest {

  private static final Layout LAYOUT = Layouts.DECIMAL;

  @Test
  void digitsReadAsTimeSequenceWorkerAndTail() {
    assertThat(LAYOUT.encode(1, 0, 0, 2, 3, 4)).isEqualTo(1_3_02_004L);
    assertThat(LAYOUT.rollbacks()).isEqualTo(1);
    assertThat(LAYOUT.timelines()).isEqualTo(1);
    assertThat(LAYOUT.sequences()).isEqualTo(10);
    assertThat(LAYOUT.tails()).isEqualTo(1000);
  }

  @Test
  void lastTickIsTheLastOneWhoseIdsAllFit() {
    assertThat(LAYOUT.lastTick()).isEqualTo(9_223_372_036_853L);
    assertThat(LAYOUT.maxId(LAYOUT.lastInstant())).isEqualTo(9_223_372_036_853_999_999L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LAYOUT.decode(9_223_372_036_854_000_000L))
        .withMessage("id must be between 0 and 9223372036853999999, but is 9223372036854000000");
  }

  @ParameterizedTest
  @CsvSource({
    " 1, 1,         9,        99",
    "13, 5, 9999999999999, 999999999999999999",
    " 1, 18,        8, 8999999999999999999",
    "18, 1, 922337203685477579, 9223372036854775799",
  })
  void shortTimeFieldEndsWithItsNines(int time, int low, long lastTick, long maxId) {
    Layout layout =
        Layout.decimalBuilder()
            .time(time)
            .sequence(Math.min(low, 9))
            .worker(low - Math.min(low, 9))
            .epoch(Instant.EPOCH)
            .build();
    assertThat(layout.lastTick()).isEqualTo(lastTick);
    assertThat(layout.maxId(layout.lastInstant())).isEqualTo(maxId);
  }

  @Test
  void textFormReadsBack() {
    String text =
        "base=10,time=13,sequence=1,worker=2,tail=3,epoch=1970-01-01T00:00:00Z,tick=PT0.001S";
    assertThat(LAYOUT).hasToString(text);
    assertThat(
            Layout.parse(
                "tail=3, worker=2, sequence=1, time=13, epoch=1970-01-01T00:00:00Z, base = 10"))
        .isEqualTo(LAYOUT);
    String withoutTail = "base=10,time=9,sequence=2,worker=0,epoch=2025-01-01T00:00:00Z,tick=PT1S";
    assertThat(Layout.parse(withoutTail)).hasToString(withoutTail);
  }

  @Test
  void baseTwoIsTheDefault() {
    assertThat(Layout.parse("base=2," + Layout.DEFAULT)).isEqualTo(Layout.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "base=16,time=13 | base must be 2 (bits) or 10 (decimal digits), but is 16",
        "base=ten,time=13 | base must be 2 (bits) or 10 (decimal digits), but is ten",
        "base=10,base=10 | field must be set only once: 'base' in layout \"base=10,base=10\"",
        "base=10,time=1e1 | time must be a number of bits or digits, but is 1e1",
        "base=10,time=13,timeline=1,sequence=1,epoch=1970-01-01T00:00:00Z | timeline must have 0"
            + " digits, because a decimal layout has one lane, but has 1",
        "base=10,time=13,sequence=7,epoch=1970-01-01T00:00:00Z | fields must fit into 19 digits,"
            + " but need 20",
      })
  void rejectsImpossibleLayouts(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> Layout.parse(text)).withMessage(message);
  }
}
