package io.snowbraid.segment;

import io.snowbraid.internal.DirectoryIdentity;
import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.FileFormat;
import io.snowbraid.internal.FileFormat.LaterFormatException;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.internal.ProcessFileLock.LockException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tags in a directory, one file per tag. Processes on one machine may share it: each call
 * locks the directory, and a record is on disk before its numbers are used.
 */
final class FileSegmentSource implements SegmentSource {

  private static final FileFormat FORMAT = new FileFormat("segment", 1);

  /** The prefix of the tags' file names. */
  private static final String PREFIX = "segment-";

  private static final DirectoryIdentity IDENTITY =
      new DirectoryIdentity("segments", "SegmentSource.acceptMove(directory)");

  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  /** Thrown if the directory rejects all tags. */
  static final class UnusableException extends SegmentRejectedException {

    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  /** The record of a tag. */
  private record Entry(String tag, long bound, long version) {

    static Entry ofNew(String tag) {
      return new Entry(tag, 1, 0);
    }

    Entry at(long newBound) {
      return new Entry(tag, newBound, version + 1);
    }

    List<String> lines() {
      return List.of(FORMAT.line(), tag, bound + " " + version);
    }

    static Entry parse(List<String> lines) {
      if (lines.size() != 3 || !lines.get(0).equals(FORMAT.line())) {
        throw new IllegalArgumentException("lines=" + lines);
      }
      String[] state = lines.get(2).split(" ", -1);
      return new Entry(lines.get(1), Long.parseLong(state[0]), Long.parseLong(state[1]));
    }
  }

  /** An action on the locked directory. */
  private interface Work<R> {
    R run(Path real) throws IOException;
  }

  private final Path directory;

  FileSegmentSource(Path directory) {
    this.directory = directory;
  }

  /** Locks the directory. */
  private interface Locking {
    ProcessFileLock lock() throws IOException;
  }

  static void acceptMove(Path directory) {
    new FileSegmentSource(directory)
        .locked(
            () -> IDENTITY.lockReplaced(directory, MAX_WAIT),
            real -> {
              IDENTITY.accept(real);
              return real;
            });
  }

  private <R> R locked(Work<R> work) {
    return locked(
        () -> IDENTITY.lock(directory, MAX_WAIT),
        real -> {
          IDENTITY.require(real, FileSegmentSource::isEmpty);
          return work.run(real);
        });
  }

  private <R> R locked(Locking locking, Work<R> work) {
    try {
      ProcessFileLock lock = locking.lock();
      try {
        return work.run(lock.directory());
      } finally {
        lock.release();
      }
    } catch (DirectoryIdentity.LostException e) {
      throw new UnusableException(
          e.getMessage()
              + "; stop all processes on the directory, restore it, call"
              + " SegmentSource.acceptMove(directory), and advance each tag past all numbers in"
              + " use");
    } catch (DirectoryIdentity.RejectedException | LaterFormatException e) {
      throw new UnusableException(String.valueOf(e.getMessage()));
    } catch (LockException e) {
      throw new SegmentSourceException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new SegmentSourceException(
          "directory must be readable and writable: directory="
              + directory
              + ", "
              + e
              + "; "
              + DurableFile.remedy(e, "repair it, or use another directory"),
          e);
    }
  }

  private static boolean isEmpty(Path real) throws IOException {
    try (Stream<Path> files = Files.list(real)) {
      return files.noneMatch(file -> file.getFileName().toString().startsWith(PREFIX));
    }
  }

  @Override
  public Segment draw(String tag, long count) {
    Tags.require(tag);
    Tags.requireCount(tag, count);
    return locked(
        real -> {
          Entry found = read(file(real, tag));
          Entry before = found == null ? Entry.ofNew(tag) : found;
          if (count > Long.MAX_VALUE - before.bound()) {
            throw Tags.exhausted(tag, before.bound(), count);
          }
          Entry after = before.at(before.bound() + count);
          write(real, after);
          return Segment.of(before.bound(), count, after.version());
        });
  }

  @Override
  public boolean returnUnused(String tag, Segment rest) {
    return locked(
        real -> {
          Entry found = read(file(real, tag));
          if (found == null || found.bound() != rest.bound() || found.version() != rest.version()) {
            return false;
          }
          write(real, found.at(rest.first()));
          return true;
        });
  }

  @Override
  public boolean advance(String tag, long bound) {
    return locked(
        real -> {
          Entry found = read(file(real, tag));
          if (found == null) {
            throw Tags.unknown(tag, this);
          }
          boolean isBehind = found.bound() < bound;
          if (isBehind) {
            write(real, found.at(bound));
          }
          return isBehind;
        });
  }

  @Override
  public OptionalLong peek(String tag) {
    return locked(
        real -> {
          Entry found = read(file(real, tag));
          return found == null ? OptionalLong.empty() : OptionalLong.of(found.bound());
        });
  }

  @Override
  public List<String> tags() {
    return locked(
        real -> {
          try (Stream<Path> files = Files.list(real)) {
            List<Path> records = files.filter(FileSegmentSource::isRecord).toList();
            return records.stream()
                .map(FileSegmentSource::readExisting)
                .map(Entry::tag)
                .sorted()
                .toList();
          }
        });
  }

  private static boolean isRecord(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && !name.endsWith(".new");
  }

  @Override
  public boolean create(String tag, long bound) {
    Tags.require(tag);
    Tags.requireBound(tag, bound);
    return locked(
        real -> {
          boolean isNew = read(file(real, tag)) == null;
          if (isNew) {
            write(real, new Entry(tag, bound, 0));
          }
          return isNew;
        });
  }

  /** Returns a tag's file. Its name is a hash, because a tag may contain any character. */
  private static Path file(Path real, String tag) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(tag.getBytes(StandardCharsets.UTF_8));
      return real.resolve(PREFIX + HexFormat.of().formatHex(hash, 0, 16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has SHA-256
    }
  }

  private static void write(Path real, Entry record) throws IOException {
    DurableFile.write(file(real, record.tag()), record.lines());
  }

  private static @Nullable Entry read(Path file) throws IOException {
    try {
      List<String> lines = DurableFile.read(file);
      FORMAT.rejectLater(lines.get(0), file);
      return Entry.parse(lines);
    } catch (NoSuchFileException e) { // the tag does not exist
      return null;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new SegmentRejectedException(
          "record of a tag must be undamaged: file="
              + file
              + ", "
              + e.getMessage()
              + "; restore it, and advance the tag past all numbers in use");
    }
  }

  private static Entry readExisting(Path file) {
    try {
      return Objects.requireNonNull(read(file));
    } catch (LaterFormatException e) {
      throw new SegmentRejectedException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new SegmentSourceException(
          "record of a tag must be readable, but is not: file=" + file, e);
    }
  }

  @Override
  public String toString() {
    return "segments in directory " + directory;
  }
}
