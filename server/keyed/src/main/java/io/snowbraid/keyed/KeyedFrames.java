package io.snowbraid.keyed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.snowbraid.internal.FileFormat;
import io.snowbraid.internal.FileFormat.LaterFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final String NAME = FORMAT.line() + "\n";

  /** The longest line with a format name. */
  private static final int MAX_NAME = 40;

  private static final String FRAME = "rows ";

  /** The length of a frame's header: the word, and three numbers of 8 digits with separators. */
  private static final int HEADER = FRAME.length() + 3 * 9;

  /** The smallest unit that disks write. */
  private static final int BLOCK = 512;

  /** The file, with one character per byte. */
  private final String file;

  private final List<SlotRecord> rows = new ArrayList<>();
  private int at;

  private KeyedFrames(String file) {
    this.file = file;
  }

  static byte[] file(Collection<SlotRecord> rows) {
    return (NAME + text(rows)).getBytes(ISO_8859_1);
  }

  /** Returns the bytes that a write appends. */
  static byte[] frame(Collection<SlotRecord> rows) {
    return text(rows).getBytes(ISO_8859_1);
  }

  private static String text(Collection<SlotRecord> rows) {
    rows.stream().map(SlotRecord::owner).distinct().forEach(KeyedFrames::requireWord);
    String body = rows.stream().map(KeyedFrames::line).collect(Collectors.joining());
    String start = FRAME + HexFormat.of().toHexDigits(body.length()) + " " + crc(body) + " ";
    return start + crc(start) + "\n" + body;
  }

  private static void requireWord(String owner) {
    if (!owner.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "owner of a slot must contain only visible ASCII characters: owner=" + owner);
    }
  }

  private static String line(SlotRecord row) {
    return row.slot() + " " + row.bound() + " " + row.version() + " " + row.owner() + "\n";
  }

  private static String crc(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(ISO_8859_1));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /**
   * Parses a file.
   *
   * @return its records in the order in which they were written, without a torn last frame
   * @throws IllegalArgumentException if the file is damaged; the message says where
   */
  static List<SlotRecord> rows(byte[] file) {
    return new KeyedFrames(new String(file, ISO_8859_1)).read();
  }

  /** Rejects a file written by a later version. */
  static void rejectLater(byte[] file, Path path) throws LaterFormatException {
    String start = new String(file, 0, Math.min(MAX_NAME, file.length), ISO_8859_1);
    FORMAT.rejectLater(start.split("\n", 2)[0], path);
  }

  private List<SlotRecord> read() {
    require(file.startsWith(NAME), "unknown format");
    at = NAME.length();
    do {
      requireFrame(); // the first one was put in place with the file
    } while (at < file.length() && !isTorn());
    return rows;
  }

  private void require(boolean isRight, String fault) {
    if (!isRight) {
      throw new IllegalArgumentException(fault + " at byte " + at);
    }
  }

  private void requireFrame() {
    require(isHeader(at), "frame header is wrong");
    require(end() <= file.length(), "frame is cut off");
    String body = file.substring(at + HEADER, (int) end());
    require(file.startsWith(crc(body), at + FRAME.length() + 9), "checksum is wrong");
    body.lines().map(KeyedFrames::row).forEach(rows::add);
    at += HEADER + body.length();
  }

  private boolean isTorn() {
    long end = isHeader(at) ? end() : Math.max(at + HEADER, file.length());
    return end > file.length() || (hasUnwrittenBlock((int) end) && isLast());
  }

  private boolean hasUnwrittenBlock(int end) {
    int from = at;
    boolean isZero = false;
    while (from < end && !isZero) {
      int next = Math.min(end, (from / BLOCK + 1) * BLOCK);
      isZero = file.substring(from, next).chars().allMatch(c -> c == 0);
      from = next;
    }
    return isZero;
  }

  private boolean isLast() {
    return IntStream.range(at + 1, file.length()).noneMatch(this::isHeader);
  }

  private boolean isHeader(int from) {
    int crc = from + HEADER - 9;
    return file.startsWith(FRAME, from)
        && file.length() - from >= HEADER
        && file.startsWith(crc(file.substring(from, crc)) + "\n", crc);
  }

  /** Returns where the frame ends whose header starts here. */
  private long end() {
    int length = at + FRAME.length();
    return at + HEADER + HexFormat.fromHexDigitsToLong(file, length, length + 8);
  }

  private static SlotRecord row(String line) {
    String[] parts = line.split(" ", -1);
    return new SlotRecord(
        Integer.parseInt(parts[0]), Long.parseLong(parts[1]), parts[3], Long.parseLong(parts[2]));
  }
}
