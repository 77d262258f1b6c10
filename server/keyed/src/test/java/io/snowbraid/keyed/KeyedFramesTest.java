package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what is read of a file after a crash, and after damage. */
class KeyedFramesTest {

  private static final int BLOCK = 512;

  private final List<SlotRecord> first = rows(0, 5);
  private final List<SlotRecord> second = rows(3, 9);
  private final List<SlotRecord> last = rows(100, 140);

  private final byte[] base = KeyedFrames.file(first);
  private final byte[] answered = with(base, KeyedFrames.frame(second));
  private final byte[] whole = with(answered, KeyedFrames.frame(last));

  private static List<SlotRecord> rows(int from, int to) {
    String owner = "f".repeat(40);
    return IntStream.range(from, to)
        .mapToObj(slot -> new SlotRecord(slot, 1_000_000L * slot, slot == 4 ? "" : owner, slot))
        .toList();
  }

  private static byte[] with(byte[] file, byte[] added) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(file);
    bytes.writeBytes(added);
    return bytes.toByteArray();
  }

  private List<SlotRecord> rowsThatWereAnswered() {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static void requireRejected(byte[] file, String how) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .as(how)
        .isThrownBy(() -> KeyedFrames.rows(file))
        .withMessageMatching(".+ at byte \\d+");
  }

  @Test
  void rowsAreReadInTheOrderOfTheirWrites() {
    assertThat(KeyedFrames.rows(base)).isEqualTo(first);
    assertThat(KeyedFrames.rows(answered)).isEqualTo(rowsThatWereAnswered());
    assertThat(KeyedFrames.rows(whole))
        .isEqualTo(Stream.concat(rowsThatWereAnswered().stream(), last.stream()).toList());
    assertThat(KeyedFrames.rows(KeyedFrames.file(List.of()))).isEmpty();
  }

  @Test
  void writeThatWasCutOffAtAnyByteIsDropped() {
    for (int end = answered.length; end < whole.length; end++) {
      assertThat(KeyedFrames.rows(Arrays.copyOf(whole, end)))
          .as("cut off at byte %d", end)
          .isEqualTo(rowsThatWereAnswered());
    }
  }

  /** The file was made longer, but not all of its blocks were written. */
  @Test
  void writeWithoutAnyOfItsBlocksIsDropped() {
    for (int from = answered.length; from < whole.length; from = (from / BLOCK + 1) * BLOCK) {
      byte[] torn = whole.clone();
      int to = Math.min(whole.length, (from / BLOCK + 1) * BLOCK);
      Arrays.fill(torn, from, to, (byte) 0);
      assertThat(KeyedFrames.rows(torn))
          .as("zeros from byte %d to %d", from, to)
          .isEqualTo(rowsThatWereAnswered());
      Arrays.fill(torn, from, torn.length, (byte) 0);
      assertThat(KeyedFrames.rows(torn))
          .as("zeros from byte %d", from)
          .isEqualTo(rowsThatWereAnswered());
    }
  }

  @Test
  void zerosBeforeTheLastWriteAreDamage() {
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, base.length, answered.length, (byte) 0);
    requireRejected(damaged, "a write without its blocks");
    damaged = whole.clone();
    Arrays.fill(damaged, base.length + 40, answered.length, (byte) 0);
    requireRejected(damaged, "a write without its last block");
  }

  @Test
  void eachDamagedBitIsNoticed() {
    for (int at = 0; at < whole.length; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << bit);
        requireRejected(damaged, "bit " + bit + " of byte " + at);
      }
    }
  }

  @Test
  void fileThatWasPutInPlaceAsAWholeMustBeWhole() {
    for (int end = 0; end < base.length; end++) {
      requireRejected(Arrays.copyOf(base, end), "cut off at byte " + end);
    }
  }

  @Test
  void ownerThatWouldBreakALineIsRejected() {
    for (String owner : List.of("a b", "a\nb", "a\0", "\u00FC")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> KeyedFrames.frame(List.of(new SlotRecord(0, 0, owner, 0))))
          .withMessageStartingWith("owner of a slot must contain only visible ASCII characters");
    }
  }
}
