package io.snowbraid.worker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The record of one worker in a directory: a few lines of text and their CRC-32.
 *
 * @param stamp the stamp of the holder's last write; no other write has it
 * @param fence a number that grows with each write
 * @param released whether the holder released the worker
 */
record WorkerFile(
    String layout, String owner, String stamp, long fence, boolean released, List<Long> lastTicks) {

  private static final String HEADER = "snowbraid worker 1";
  private static final int LINES = 8;

  /** On Windows a directory cannot be opened; its file system preserves the order of writes. */
  private static final boolean SYNCS_DIRECTORIES = java.io.File.separatorChar == '/';

  /** Returns the record of a worker that nobody has held. */
  static WorkerFile none(WorkerRequest request) {
    List<Long> never = Collections.nCopies(request.lanes(), -1L);
    return new WorkerFile(request.layout(), "", "", 0, true, never);
  }

  WorkerFile heldBy(String newOwner, String newStamp) {
    return new WorkerFile(layout, newOwner, newStamp, fence + 1, false, lastTicks);
  }

  WorkerFile after(String newStamp, long[] newTicks, boolean isReleased) {
    if (newTicks.length != lastTicks.size()) {
      throw new IllegalArgumentException(
          "lastTicks must have one tick for each lane: lanes="
              + lastTicks.size()
              + ", lastTicks="
              + newTicks.length);
    }
    List<Long> list = Arrays.stream(newTicks).boxed().toList();
    return new WorkerFile(layout, owner, newStamp, fence + 1, isReleased, list);
  }

  long[] ticks() {
    return lastTicks.stream().mapToLong(Long::longValue).toArray();
  }

  void requireLayout(WorkerRequest request, Path directory) {
    if (!layout.equals(request.layout())) {
      throw new WorkerSourceException(
          "directory has another layout: directory="
              + directory
              + ", its layout="
              + layout
              + ", configured layout="
              + request.layout()
              + "; set that layout, or use another directory");
    }
    if (lastTicks.size() != request.lanes()) {
      throw new WorkerSourceException(
          "record must have a tick for each lane: directory="
              + directory
              + ", lanes="
              + request.lanes()
              + ", ticks="
              + lastTicks.size());
    }
  }

  /**
   * Writes the record so that after a crash at any point either the old or the new one is there.
   */
  void write(Path file) throws IOException {
    // a clone of this process may write, too, so each write has a temporary file of its own
    Path fresh = file.resolveSibling(file.getFileName() + "." + stamp + ".new");
    UninterruptedIo.run(
        () -> {
          try {
            writeDurably(fresh);
            Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
          } finally {
            Files.deleteIfExists(fresh);
          }
          syncDirectory(file.resolveSibling("."));
        });
  }

  private void writeDurably(Path fresh) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
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
   * Reads a record.
   *
   * @return null if there is no such file
   * @throws DamagedRecordException if the file is incomplete or not a record
   */
  static @Nullable WorkerFile read(Path file) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) { // nobody has held this worker
      return null;
    }
    try {
      return parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      throw new DamagedRecordException(file, e);
    }
  }

  private static WorkerFile parse(String text) {
    List<String> lines = List.of(text.split("\n", -1));
    if (lines.size() != LINES || !lines.get(0).equals(HEADER)) {
      throw new IllegalArgumentException("lines=" + lines.size() + ", first=" + lines.get(0));
    }
    String body = String.join("\n", lines.subList(0, LINES - 2)) + "\n";
    if (!lines.get(LINES - 2).equals("crc32 " + crc(body)) || !lines.get(LINES - 1).isEmpty()) {
      throw new IllegalArgumentException("checksum is wrong");
    }
    List<String> state = List.of(lines.get(4).split(" ", -1));
    return new WorkerFile(
        lines.get(1),
        lines.get(2),
        lines.get(3),
        Long.parseLong(state.get(0)),
        state.get(1).equals("released"),
        Arrays.stream(lines.get(5).split(" ", -1)).map(Long::valueOf).toList());
  }

  private String text() {
    String ticks = lastTicks.stream().map(String::valueOf).collect(Collectors.joining(" "));
    String body =
        String.join(
                "\n",
                HEADER,
                oneLine(layout),
                oneLine(owner),
                stamp,
                fence + (released ? " released" : " held"),
                ticks)
            + "\n";
    return body + "crc32 " + crc(body) + "\n";
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  private static String crc(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
