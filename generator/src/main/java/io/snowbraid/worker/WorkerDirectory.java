package io.snowbraid.worker;

import io.snowbraid.internal.DirectoryIdentity;
import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.FileFormat;
import io.snowbraid.internal.FileFormat.LaterFormatException;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.internal.ProcessFileLock.LockException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The files of a worker directory. Names are written and workers are locked under the directory's
 * lock; a worker's record is written under the worker's lock. Tests override how files are locked,
 * read and written.
 */
class WorkerDirectory {

  /** A message's remedy if it is no longer known which ids were issued. */
  static final String IF_LOST =
      "; stop all processes on the directory and restore it. If it is gone, use a new one with"
          + " other workers";

  /** Long enough for dozens of processes that start at once on a busy machine. */
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

  private final Path path;

  /** How long to wait for the directory's lock. */
  final Duration lockTimeout;

  WorkerDirectory(Path path) {
    this(path, LOCK_TIMEOUT);
  }

  WorkerDirectory(Path path, Duration lockTimeout) {
    this.path = path;
    this.lockTimeout = lockTimeout;
  }

  /** Work under the directory's lock. */
  interface Work<T> {
    T apply(Path real) throws IOException;
  }

  final <T> T locked(Work<T> work) {
    try {
      ProcessFileLock whole = DirectoryIdentity.lock(path, "directory.lock", lockTimeout);
      try {
        return work.apply(whole.directory());
      } finally {
        whole.release();
      }
    } catch (DirectoryIdentity.LostException e) {
      throw new WorkerSourceException(e.getMessage() + IF_LOST, e);
    } catch (LockException | LaterFormatException e) {
      throw new WorkerSourceException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      String what = "directory must be readable and writable: directory=" + path;
      throw failure(what, e, "repair it, or use another directory");
    }
  }

  static WorkerSourceException failure(String what, IOException e, String remedy) {
    return new WorkerSourceException(what + ", " + e + "; " + DurableFile.remedy(e, remedy), e);
  }

  static Path recordFile(Path real, int worker) {
    return real.resolve("worker-" + worker + ".grant");
  }

  /** Locks a worker; returns null if another holder has the lock. */
  @Nullable ProcessFileLock tryLock(Path real, int worker) throws IOException {
    return ProcessFileLock.tryLock(real.resolve("worker-" + worker + ".lock"));
  }

  /** Reads a worker's record; returns null if there is none. */
  @Nullable WorkerFile read(Path file) throws IOException {
    return read(file, WorkerFile.FORMAT, WorkerFile.LINES, WorkerFile::parse);
  }

  void write(WorkerFile record, Path file) throws IOException {
    // a clone of this process may also write, but with a different stamp
    DurableFile.write(file, record.lines(), record.stamp());
  }

  /** Writes a block name's file. */
  void write(List<String> lines, Path file) throws IOException {
    DurableFile.write(file, lines);
  }

  /** Lists the files that match a pattern. */
  static List<Path> files(Path real, String glob) throws IOException {
    List<Path> list = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(real, glob)) {
      files.forEach(list::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return list;
  }

  /**
   * Reads a file.
   *
   * @param size the number of lines expected
   * @return null if the file does not exist
   * @throws DamagedException if the content is incomplete or not in this format
   * @throws LaterFormatException if a later version wrote the file
   */
  static <T> @Nullable T read(
      Path file, FileFormat format, int size, Function<List<String>, T> parse) throws IOException {
    try {
      List<String> lines = DurableFile.read(file);
      format.rejectLater(lines.get(0), file);
      if (lines.size() != size || !lines.get(0).equals(format.line())) {
        throw new IllegalArgumentException("lines=" + lines.size() + ", first=" + lines.get(0));
      }
      return parse.apply(lines);
    } catch (NoSuchFileException e) { // never written
      return null;
    } catch (RuntimeException e) {
      throw new DamagedException(file, e);
    }
  }

  /** Thrown if a file is not a complete record or name written by this library. */
  static final class DamagedException extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedException(Path file, RuntimeException cause) {
      super(file + ", " + cause.getMessage(), cause);
    }
  }

  @Override
  public final String toString() {
    return path.toString();
  }
}
