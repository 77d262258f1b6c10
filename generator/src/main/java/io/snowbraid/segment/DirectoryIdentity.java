package io.snowbraid.segment;

import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells a directory of segments from its copies. The inode of its lock file is recorded in it; a
 * copy, and most restored backups, have another one. The number of the device is left out, because
 * it may change when the machine starts again.
 */
final class DirectoryIdentity {

  private static final String FILE = "segments.id";
  private static final String HEADER = "snowbraid segments 1";
  private static final String UNKNOWN = "unknown";

  private DirectoryIdentity() {}

  /**
   * Checks a locked directory; records what a new one is.
   *
   * @throws SegmentRejectedException if it was copied, moved or restored
   */
  static void require(Path real) throws IOException {
    String recorded = recorded(real);
    String found = inode(real);
    if (recorded.isEmpty()) {
      record(real, found);
    } else if (!recorded.equals(found)) {
      throw new SegmentRejectedException(
          "directory of segments must not be copied, moved or restored: directory="
              + real
              + ", inode="
              + found
              + ", recorded inode="
              + recorded
              + "; if nobody uses the original any more, and these records are its last, call"
              + " SegmentSource.acceptMove(directory) once");
    }
  }

  /** Records that a locked directory is the original from now on. */
  static void accept(Path real) throws IOException {
    record(real, inode(real));
  }

  /** Returns what is recorded; empty if the directory is new. */
  private static String recorded(Path real) throws IOException {
    try {
      List<String> lines = DurableFile.read(real.resolve(FILE));
      return lines.get(lines.size() - 1);
    } catch (NoSuchFileException e) {
      requireEmpty(real);
      return "";
    } catch (IllegalArgumentException e) {
      throw new SegmentRejectedException(
          "segments.id must be undamaged: directory="
              + real
              + ", "
              + e.getMessage()
              + "; restore it");
    }
  }

  private static void requireEmpty(Path real) throws IOException {
    try (Stream<Path> files = Files.list(real)) {
      if (files.anyMatch(
          file -> file.getFileName().toString().startsWith(FileSegmentSource.PREFIX))) {
        throw new SegmentRejectedException(
            "segments.id must not be deleted: directory="
                + real
                + "; if this is no copy, call SegmentSource.acceptMove(directory) once");
      }
    }
  }

  private static void record(Path real, String inode) throws IOException {
    if (inode.equals(UNKNOWN)) {
      Log.warn("{0} is on a file system without inodes, a copy of it cannot be detected", real);
    }
    DurableFile.write(real.resolve(FILE), List.of(HEADER, inode));
  }

  private static String inode(Path real) throws IOException {
    try {
      return String.valueOf(Files.getAttribute(real.resolve(FileSegmentSource.LOCK), "unix:ino"));
    } catch (UnsupportedOperationException | IllegalArgumentException e) { // as on Windows
      return UNKNOWN;
    }
  }
}
