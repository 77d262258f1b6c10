package io.snowbraid.keyed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowbraid.internal.FileFormat;
import io.snowbraid.internal.FileFormat.LaterFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The format of the file of slot records. A line with the format's name is followed by one frame
 * per write; later records of a slot replace earlier ones. A frame has a header line of fixed
 * length, with the length of its records, their checksum and its own checksum, and then one line
 * per record.
 *
 * <p>A crash during a write leaves the last frame torn: the file ends within it, or blocks that
 * were not written contain zeros, which no frame contains. That write was never confirmed, so the
 * frame is dropped. Anything else that is wrong is damage. It is not repaired silently, because the
 * damaged records may be in use.
 */
final class KeyedFrames {

  private static final FileFormat FORMAT = new FileFormat("sequences", 1);
  private static final byte[] NAME = (FORMAT.line() + "\n").getBytes(US_ASCII);

  /** The longest line with a format name. */
  private static final int MAX_NAME = 40;

  private static final String FRAME = "rows ";

  /** The length of a frame's header: the word, and three numbers of 8 digits with separators. */
  private static final int LINE = FRAME.length() + 3 * 9;

  /** The smallest unit that disks write. */
  private static final int BLOCK = 512;

  private final byte[] bytes;
  private final List<SlotRecord> rows = new ArrayList<>();
  private int at;

  private KeyedFrames(byte[] bytes) {
    this.bytes = bytes;
  }

  static byte[] file(Collection<SlotRecord> rows) {
    return joined(NAME, frame(rows));
  }

  private static byte[] joined(byte[] start, byte[] end) {
    byte[] all = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return all;
  }

  /** Returns the bytes that a write appends. */
  static byte[] frame(Collection<SlotRecord> rows) {
    StringBuilder text = new StringBuilder();
    String checked = SlotRecord.UNOWNED;
    for (SlotRecord row : rows) {
      if (!row.owner().equals(checked)) {
        checked = requireWord(row.owner()); // the records of a write share one owner, or few
      }
      appendTo(text, row);
    }
    byte[] body = text.toString().getBytes(US_ASCII);
    String start = FRAME + hex(body.length) + " " + hex(crc(body, 0, body.length)) + " ";
    byte[] line = start.getBytes(US_ASCII);
    byte[] head = (start + hex(crc(line, 0, line.length)) + "\n").getBytes(US_ASCII);
    return joined(head, body);
  }

  private static void appendTo(StringBuilder text, SlotRecord row) {
    text.append(row.slot())
        .append(' ')
        .append(row.bound())
        .append(' ')
        .append(row.version())
        .append(' ')
        .append(row.owner())
        .append('\n');
  }

  private static String requireWord(String owner) {
    if (!owner.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "owner of a slot must contain only visible ASCII characters: owner=" + owner);
    }
    return owner;
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  private static String hex(int value) {
    return HexFormat.of().toHexDigits(value);
  }

  /**
   * Parses a file.
   *
   * @return its records in the order in which they were written, without a torn last frame
   * @throws IllegalArgumentException if the file is damaged; the message says where
   */
  static List<SlotRecord> rows(byte[] file) {
    return new KeyedFrames(file).read();
  }

  /** Rejects a file written by a later version. */
  static void rejectLater(byte[] file, Path path) throws LaterFormatException {
    String start = new String(file, 0, Math.min(MAX_NAME, file.length), US_ASCII);
    FORMAT.rejectLater(start.split("\n", 2)[0], path);
  }

  private List<SlotRecord> read() {
    require(startsWith(NAME, 0), "unknown format");
    at = NAME.length;
    requireFrame(); // the file was put in place as a whole
    while (at < bytes.length && !isTorn()) {
      requireFrame();
    }
    return rows;
  }

  private boolean startsWith(byte[] start, int from) {
    return bytes.length - from >= start.length
        && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
  }

  private void require(boolean isRight, String fault) {
    if (!isRight) {
      throw new IllegalArgumentException(fault + " at byte " + at);
    }
  }

  private void requireFrame() {
    require(isLine(at), "frame header is wrong");
    int end = end(at);
    require(end <= bytes.length, "frame is cut off");
    require(number(at + FRAME.length() + 9) == crc(bytes, at + LINE, end), "checksum is wrong");
    String body = new String(bytes, at + LINE, end - at - LINE, US_ASCII);
    body.lines().map(KeyedFrames::row).forEach(rows::add);
    at = end;
  }

  private boolean isTorn() {
    boolean isShort = bytes.length - at < LINE || (isLine(at) && end(at) > bytes.length);
    return isShort || (hasUnwrittenBlock() && isLast());
  }

  private boolean hasUnwrittenBlock() {
    int end = isLine(at) ? end(at) : bytes.length;
    for (int from = at; from < end; from = nextBlock(from)) {
      if (isZero(from, Math.min(end, nextBlock(from)))) {
        return true;
      }
    }
    return false;
  }

  private static int nextBlock(int from) {
    return (from / BLOCK + 1) * BLOCK;
  }

  private boolean isZero(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isLast() {
    for (int i = at + 1; i <= bytes.length - LINE; i++) {
      if (isLine(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a header starts here. */
  private boolean isLine(int from) {
    int crc = from + LINE - 9;
    return startsWith(FRAME.getBytes(US_ASCII), from)
        && bytes.length - from >= LINE
        && isHex(from + FRAME.length())
        && isHex(from + FRAME.length() + 9)
        && startsWith((hex(crc(bytes, from, crc)) + "\n").getBytes(US_ASCII), crc);
  }

  private boolean isHex(int from) {
    for (int i = from; i < from + 8; i++) {
      if (!HexFormat.isHexDigit(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  private int number(int from) {
    return HexFormat.fromHexDigits(new String(bytes, from, 8, US_ASCII));
  }

  private int end(int from) {
    int length = number(from + FRAME.length());
    require(length >= 0 && length <= Integer.MAX_VALUE - from - LINE, "length is wrong");
    return from + LINE + length;
  }

  private static SlotRecord row(String line) {
    String[] parts = line.split(" ", -1);
    return new SlotRecord(
        Integer.parseInt(parts[0]), Long.parseLong(parts[1]), parts[3], Long.parseLong(parts[2]));
  }
}
