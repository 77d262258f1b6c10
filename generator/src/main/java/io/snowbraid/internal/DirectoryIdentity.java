package io.snowbraid.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Distinguishes a directory of records from its copies. The directory records the inode of its lock
 * file; copies and most restored backups have another inode. The device number is not recorded,
 * because it may change on reboot.
 *
 * @param content what the directory holds, for file names and messages
 * @param accepting how to accept a copy as the original, for messages
 */
public record DirectoryIdentity(String content, String accepting) {

  private static final String UNKNOWN = "unknown";
  private static final String LOCK = ".lock";

  /**
   * The identity of each directory when this process first used it, under its real and its given
   * path. While the process runs, a directory that disappears is not created again, because its
   * former contents are in use. The same holds for a path whose link now leads to another
   * directory.
   */
  private static final ConcurrentMap<Path, Object> SEEN = new ConcurrentHashMap<>();

  /** Thrown if a directory was deleted or replaced while this process runs. */
  public static final class LostException extends IOException {

    private static final long serialVersionUID = 1L;

    LostException(Path file, String found) {
      super(
          "directory must not be deleted or replaced while a process uses it: file="
              + file
              + ", found="
              + found);
    }
  }

  /** Thrown if a directory is not the original, or its recorded identity is lost. */
  public static final class RejectedException extends IOException {

    private static final long serialVersionUID = 1L;

    RejectedException(String message) {
      super(message);
    }
  }

  /** Checks whether a directory has records. */
  public interface Emptiness {
    /**
     * Checks whether there are no records.
     *
     * @param real the directory
     * @return true if it has no records
     * @throws IOException if the directory cannot be read
     */
    boolean isEmpty(Path real) throws IOException;
  }

  /**
   * Locks a directory. It is created if this process has not used it before.
   *
   * @param directory the directory
   * @param lockFile the name of the file to lock
   * @param maxWait the longest wait
   * @return the lock
   * @throws LostException if the directory or the file was deleted or replaced since this process
   *     first used it
   * @throws ProcessFileLock.LockException if another holder keeps the lock
   * @throws IOException if the file cannot be created or locked
   */
  public static ProcessFileLock lock(Path directory, String lockFile, Duration maxWait)
      throws IOException {
    Path asked = directory.toAbsolutePath().resolve(lockFile);
    Path file = real(directory).resolve(lockFile);
    if (!SEEN.containsKey(file) && !SEEN.containsKey(asked)) {
      if (Files.isRegularFile(directory)) {
        throw new NotDirectoryException(directory.toString());
      }
      Path real = Files.createDirectories(directory).toRealPath();
      file = ProcessFileLock.create(real.resolve(lockFile));
    }
    return lockSeen(asked, file, maxWait);
  }

  private static ProcessFileLock lockSeen(Path asked, Path file, Duration maxWait)
      throws IOException {
    ProcessFileLock lock;
    try {
      lock = ProcessFileLock.lock(file, maxWait);
    } catch (NoSuchFileException e) {
      throw new LostException(file, "nothing");
    }
    if (!isSame(asked, lock) || !isSame(file, lock) || !lock.isInPlace()) {
      lock.release();
      throw new LostException(file, "another one");
    }
    return lock;
  }

  private static boolean isSame(Path path, ProcessFileLock lock) {
    Object before = SEEN.putIfAbsent(path, lock.key());
    return before == null || before.equals(lock.key());
  }

  /** Returns a directory's real path, even if the directory is missing. */
  private static Path real(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    Path parent = absolute.getParent();
    try {
      return absolute.toRealPath();
    } catch (NoSuchFileException e) {
      return parent == null ? absolute : real(parent).resolve(absolute.getFileName());
    }
  }

  /**
   * Locks a directory with this content, like {@link #lock(Path, String, Duration)}.
   *
   * @param directory the directory
   * @param maxWait the longest wait
   * @return the lock
   * @throws IOException if the directory was lost, stays locked, or cannot be created or locked
   */
  public ProcessFileLock lock(Path directory, Duration maxWait) throws IOException {
    return lock(directory, content + LOCK, maxWait);
  }

  /**
   * Locks a directory that may have replaced the previous one. A missing one remains lost.
   *
   * @param directory the directory
   * @param maxWait the longest wait
   * @return the lock
   * @throws IOException if the directory was lost, stays locked, or cannot be created or locked
   */
  public ProcessFileLock lockReplaced(Path directory, Duration maxWait) throws IOException {
    Path real = real(directory);
    if (Files.isDirectory(real)) {
      SEEN.remove(lockFile(directory.toAbsolutePath()));
      SEEN.remove(lockFile(real));
      SEEN.remove(file(real));
    }
    return lock(directory, maxWait);
  }

  private Path lockFile(Path real) {
    return real.resolve(content + LOCK);
  }

  private Path file(Path real) {
    return real.resolve(content + ".id");
  }

  /**
   * Checks a locked directory's identity; records it if the directory is new.
   *
   * @param real the directory
   * @param emptiness decides whether the directory is new
   * @throws RejectedException if the directory was copied, moved or restored, or its identity is
   *     lost
   * @throws IOException if the directory cannot be read or written
   */
  public void require(Path real, Emptiness emptiness) throws IOException {
    String recorded = recorded(real, emptiness);
    String found = inode(real);
    if (recorded.isEmpty()) {
      record(real, found);
      SEEN.put(file(real), found);
    } else if (!recorded.equals(found)) {
      throw new RejectedException(
          "directory of "
              + content
              + " must not be copied, moved or restored: directory="
              + real
              + ", inode="
              + found
              + ", recorded inode="
              + recorded
              + "; if the original is out of use and these are its latest records, call "
              + accepting
              + " once");
    } else {
      SEEN.put(file(real), found);
    }
  }

  /**
   * Records a locked directory as the original.
   *
   * @param real the directory
   * @throws IOException if the directory cannot be written
   */
  public void accept(Path real) throws IOException {
    record(real, inode(real));
  }

  /**
   * Returns whether an identity is recorded, matching or not.
   *
   * @param real the directory
   * @return false if the directory is new
   */
  public boolean isRecorded(Path real) {
    return Files.exists(file(real));
  }

  /** Returns the recorded identity; empty if the directory is new. */
  private String recorded(Path real, Emptiness emptiness) throws IOException {
    try {
      List<String> lines = DurableFile.read(file(real));
      format().rejectLater(lines.get(0), file(real));
      return lines.get(lines.size() - 1);
    } catch (NoSuchFileException e) {
      requireEmpty(real, emptiness);
      return "";
    } catch (IllegalArgumentException e) {
      throw new RejectedException(
          content
              + ".id must be undamaged: directory="
              + real
              + ", "
              + e.getMessage()
              + "; restore it");
    }
  }

  private void requireEmpty(Path real, Emptiness emptiness) throws IOException {
    if (SEEN.containsKey(file(real)) || !emptiness.isEmpty(real)) {
      throw new RejectedException(
          content
              + ".id must not be deleted: directory="
              + real
              + "; if this directory is not a copy, call "
              + accepting
              + " once");
    }
  }

  private void record(Path real, String inode) throws IOException {
    if (inode.equals(UNKNOWN)) {
      Log.warn(
          "{0} is on a file system without inodes, so copies cannot be detected; never start from a"
              + " copy",
          real);
    }
    DurableFile.write(file(real), List.of(format().line(), inode));
  }

  private FileFormat format() {
    return new FileFormat(content, 1);
  }

  private String inode(Path real) throws IOException {
    try {
      return String.valueOf(Files.getAttribute(lockFile(real), "unix:ino"));
    } catch (UnsupportedOperationException | IllegalArgumentException e) { // as on Windows
      return UNKNOWN;
    }
  }
}
