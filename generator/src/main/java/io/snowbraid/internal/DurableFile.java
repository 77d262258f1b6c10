package io.snowbraid.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Reads and writes small text files atomically: after a crash, a file has either the old or the new
 * text. Its last line is the CRC-32 of the others.
 */
public final class DurableFile {

  private static final String CHECKSUM = "crc32 ";

  /** Larger than any such file. */
  private static final long MAX_BYTES = 1 << 20;

  /** Directories cannot be opened on Windows; its file system preserves the order of writes. */
  private static final boolean SYNCS_DIRECTORIES = java.io.File.separatorChar == '/';

  private DurableFile() {}

  /**
   * Writes a file that one process writes at a time.
   *
   * @param file the file
   * @param lines its lines, without line breaks
   * @throws IOException if the write fails; the file then has either the old or the new text
   */
  public static void write(Path file, List<String> lines) throws IOException {
    write(file, lines, "next"); // the next write replaces a file left by a killed process
  }

  /**
   * Writes a file that several processes may write concurrently.
   *
   * @param file the file
   * @param lines its lines, without line breaks
   * @param unique a part of a file name that no concurrent write to this file uses
   * @throws IOException if the write fails; the file then has either the old or the new text
   */
  public static void write(Path file, List<String> lines, String unique) throws IOException {
    String body = String.join("\n", lines) + "\n";
    byte[] bytes = (body + CHECKSUM + crc(body) + "\n").getBytes(StandardCharsets.UTF_8);
    replace(file, bytes, unique);
  }

  /**
   * Writes a file whose content has its own checksum.
   *
   * @param file the file
   * @param bytes its new content
   * @param unique a part of a file name that no concurrent write to this file uses
   * @throws IOException if the write fails; the file then has either the old or the new content
   */
  public static void replace(Path file, byte[] bytes, String unique) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + "." + unique + ".new");
    boolean interrupted = false;
    try {
      do {
        interrupted |= Thread.interrupted();
      } while (!isReplaced(file, fresh, bytes));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Returns false if a thread interrupt aborted the write. The JDK closes the file channel of an
   * interrupted thread, but generators must be usable on such threads.
   */
  private static boolean isReplaced(Path file, Path fresh, byte[] bytes) throws IOException {
    try {
      writeDurably(fresh, bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncDirectory(file.resolveSibling("."));
      return true;
    } catch (ClosedByInterruptException e) { // the thread keeps its interrupt flag
      return false;
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void writeDurably(Path fresh, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private static void syncDirectory(Path directory) throws IOException {
    if (SYNCS_DIRECTORIES) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @return its lines, without the checksum
   * @throws java.nio.file.NoSuchFileException if the file does not exist
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is damaged, or not a file
   */
  public static List<String> read(Path file) throws IOException {
    BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
    if (!found.isRegularFile() || found.size() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "it must be a regular file of at most " + MAX_BYTES + " bytes");
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    int end = text.lastIndexOf(CHECKSUM);
    String body = text.substring(0, Math.max(0, end));
    if (!text.equals(body + CHECKSUM + crc(body) + "\n")) {
      throw new IllegalArgumentException("checksum is wrong");
    }
    return body.lines().toList();
  }

  /**
   * Returns the remedy for a failed write, for messages.
   *
   * @param failure the cause
   * @param otherwise the remedy unless the disk is full
   * @return the end of a message
   */
  public static String remedy(IOException failure, String otherwise) {
    boolean isFull = String.valueOf(failure.getMessage()).contains("No space left on device");
    return isFull ? "free some space on its disk" : otherwise;
  }

  private static String crc(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
