package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each field at the ends of its range, and one beyond. */
class LayoutWidthsTest {

  private static final String EPOCH = ",epoch=2025-01-01T00:00:00Z";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time=1,sequence=1",
        "time=62,sequence=1",
        "time=2,sequence=30",
        "time=2,rollback=2,timeline=2,sequence=1",
        "time=2,worker=30,sequence=1",
        "time=2,sequence=1,tail=30",
        "time=41,rollback=2,timeline=2,worker=7,sequence=10,tail=1",
      })
  void acceptsTheEndsOfEachRange(String widths) {
    Layout layout = Layout.parse(widths + EPOCH);
    assertThat(Layout.parse(layout.toString())).isEqualTo(layout);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time=0,sequence=1 | time bits must be between 1 and 62, but is 0",
        "time=63,sequence=1 | time bits must be between 1 and 62, but is 63",
        "time=2,rollback=-1,sequence=1 | rollback bits must be between 0 and 2, but is -1",
        "time=2,rollback=3,sequence=1 | rollback bits must be between 0 and 2, but is 3",
        "time=2,timeline=-1,sequence=1 | timeline bits must be between 0 and 2, but is -1",
        "time=2,worker=-1,sequence=1 | worker bits must be between 0 and 30, but is -1",
        "time=2,worker=31,sequence=1 | worker bits must be between 0 and 30, but is 31",
        "time=2,sequence=31 | sequence bits must be between 1 and 30, but is 31",
        "time=2,sequence=1,tail=-1 | tail bits must be between 0 and 30, but is -1",
        "time=2,sequence=1,tail=31 | tail bits must be between 0 and 30, but is 31",
      })
  void rejectsWhatIsBeyondThem(String widths, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.parse(widths + EPOCH))
        .withMessage(message);
  }

  @Test
  void allFieldsCountTowardsTheTotal() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Layout.parse("time=41,rollback=2,timeline=2,worker=7,sequence=11,tail=1" + EPOCH))
        .withMessage("fields must fit into 63 bits (without the sign), but need 64");
  }

  @Test
  void tailIsTheLowestField() {
    Layout layout =
        Layout.parse("time=20,rollback=1,timeline=1,worker=3,sequence=4,tail=5" + EPOCH);
    assertThat(layout.tails()).isEqualTo(32);
    long id = layout.encode(9, 1, 0, 6, 11, 21);
    assertThat(id).isEqualTo(9 << 14 | 1 << 13 | 6 << 9 | 11 << 5 | 21);
    Instant time = layout.epoch().plusMillis(9);
    assertThat(layout.decode(id)).isEqualTo(new IdParts(time, 1, 0, 6, 11, 21));
    assertThat(layout.minId(time)).isEqualTo(9 << 14);
    assertThat(layout.maxId(time)).isEqualTo((10 << 14) - 1);
  }

  @Test
  void fieldMustHaveAName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.parse("=41"))
        .withMessageEndingWith(": '' in layout \"=41\"");
  }
}
