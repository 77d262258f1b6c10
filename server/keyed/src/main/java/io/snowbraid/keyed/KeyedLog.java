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
 * Writes the file of slot records. The file starts with all records; each later write appends its
 * records. When the file gets too long, it is rewritten. Writes are on disk when the call returns.
 *
 * <p>After a failed write the file's content is uncertain, so it is rewritten from memory before
 * anything else is appended.
 */
final class KeyedLog implements AutoCloseable {

  /** How many bytes are appended before the file is rewritten. */
  static final int MAX_ADDED = 4 << 20;

  private final Path file;
  private final Supplier<List<SlotRecord>> rows;
  private RandomAccessFile open;
  private Object key;
  private long end;
  private long limit;
  private boolean isSuspect;

  /**
   * Rewrites and opens the file.
   *
   * @param rows returns all records that were written
   */
  KeyedLog(Path file, Supplier<List<SlotRecord>> rows) throws IOException {
    this.file = file;
    this.rows = rows;
    start();
  }

  /** Creates a file without records. */
  static void create(Path file) throws IOException {
    replace(file, List.of());
  }

  private static void replace(Path file, List<SlotRecord> rows) throws IOException {
    DurableFile.replace(file, KeyedFrames.file(rows), "next");
  }

  private void start() throws IOException {
    replace(file, rows.get());
    open = new RandomAccessFile(file.toFile(), "rw");
    key = key();
    end = open.length();
    limit = end + MAX_ADDED;
  }

  private Object key() throws IOException {
    Object found = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return Objects.requireNonNullElse(found, file); // as on Windows
  }

  /** Appends records that are not yet in memory. */
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
    start();
    isSuspect = false;
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
