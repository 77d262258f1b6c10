package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotRecordTest {

  @ParameterizedTest
  @ValueSource(ints = {-1, 16_384, 99_999})
  void slotOutOfRangeIsRejected(int slot) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlotRecord.unused(slot))
        .withMessage("slot must be between 0 and 16383, but is " + slot);
  }

  @Test
  void damagedBoundCanBeRead() {
    assertThat(new SlotRecord(16_383, -1, SlotRecord.UNOWNED, 0).bound()).isEqualTo(-1);
  }
}
