package io.snowbraid.keyed;

import io.snowbraid.internal.DurableFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Writes the file with the rows of slots. All rows come first, then the rows of each later write at
 * the end, until the file is so long that it is written again. A write is on disk when the call
 * returns.
 *
 * <p>After a failed write nobody knows what is on disk, so the file is then written again from
 * memory, before anything else is added to it.
 */
final class KeyedLog implements AutoCloseable {

  /** How many bytes are added before the file is written again. */
  static final int MAX_ADDED = 4 << 20;

  private final Path file;
  private final Supplier<List<SlotRecord>> rows;
  private RandomAccessFile open;
  private Object key;
  private long end;
  private long limit;
  private boolean isSuspect;

  /**
   * Writes the file again and opens it.
   *
   * @param rows returns all rows that were written
   */
  KeyedLog(Path file, Supplier<List<SlotRecord>> rows) throws IOException {
    this.file = file;
    this.rows = rows;
    replace(file, rows.get());
    this.open = new RandomAccessFile(file.toFile(), "rw");
    this.key = key();
    measure();
  }

  /** Creates a file without rows. */
  static void create(Path file) throws IOException {
    replace(file, List.of());
  }

  private static void replace(Path file, List<SlotRecord> rows) throws IOException {
    DurableFile.replace(file, KeyedFrames.file(rows), "next");
  }

  private void measure() throws IOException {
    end = open.length();
    limit = end + MAX_ADDED;
  }

  private Object key() throws IOException {
    Object found = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return Objects.requireNonNullElse(found, file); // as on Windows
  }

  /** Adds rows, which are not yet among those in memory. */
  void append(Collection<SlotRecord> changed) throws IOException {
    if (!isSuspect) {
      requireInPlace();
    }
    if (isSuspect || end > limit) {
      rewrite();
    }
    byte[] frame = KeyedFrames.frame(changed);
    isSuspect = true;
    open.seek(end);
    open.write(frame);
    open.getFD().sync();
    end += frame.length;
    isSuspect = false;
  }

  private void requireInPlace() throws IOException {
    try {
      if (key().equals(key)) {
        return;
      }
    } catch (NoSuchFileException e) {
      throw new IOException("it was deleted: file=" + file, e);
    }
    throw new IOException("it was replaced: file=" + file);
  }

  private void rewrite() throws IOException {
    isSuspect = true;
    open.close();
    replace(file, rows.get());
    open = new RandomAccessFile(file.toFile(), "rw");
    key = key();
    measure();
    isSuspect = false;
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
