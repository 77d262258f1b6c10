package io.snowbraid.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Tells a directory of records from its copies. The inode of its lock file is recorded in it; a
 * copy, and most restored backups, have another one. The number of the device is left out, because
 * it may change when the machine starts again.
 *
 * @param content what the directory holds, as the names of its files and the messages say it
 * @param accepting how to declare that a copy is the original from now on
 */
public record DirectoryIdentity(String content, String accepting) {

  private static final String UNKNOWN = "unknown";
  private static final String LOCK = ".lock";

  /**
   * What identified the files of directories when this process first used them, under their real
   * paths and under those that were asked for. A directory that disappears does not begin again
   * while the process runs, because what it held is in use; nor does one to which a link now leads
   * instead.
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

  /** Thrown if a directory is not the one that it was, or no longer says which one it is. */
  public static final class RejectedException extends IOException {

    private static final long serialVersionUID = 1L;

    RejectedException(String message) {
      super(message);
    }
  }

  /** Tells whether a directory has no records. */
  public interface Emptiness {
    /**
     * Looks for records.
     *
     * @param real the directory
     * @return whether there are none
     * @throws IOException if the directory cannot be read
     */
    boolean isEmpty(Path real) throws IOException;
  }

  /**
   * Locks a directory, which is created if this process has not used it before.
   *
   * @param directory the directory
   * @param lockFile the name of the file to lock
   * @param maxWait how long to wait
   * @return the lock
   * @throws LostException if the directory or the file was deleted or replaced since the process
   *     first used it
   * @throws ProcessFileLock.LockException if it stays locked
   * @throws IOException if it cannot be created or locked
   */
  public static ProcessFileLock lock(Path directory, String lockFile, Duration maxWait)
      throws IOException {
    Path asked = directory.toAbsolutePath().resolve(lockFile);
    Path file = real(directory).resolve(lockFile);
    if (!SEEN.containsKey(file) && !SEEN.containsKey(asked)) {
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

  /** Returns the real path of a directory, which may be missing. */
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
   * Locks a directory of this content, as {@link #lock(Path, String, Duration)}.
   *
   * @param directory the directory
   * @param maxWait how long to wait
   * @return the lock
   * @throws IOException if it was lost, stays locked, or cannot be created or locked
   */
  public ProcessFileLock lock(Path directory, Duration maxWait) throws IOException {
    return lock(directory, content + LOCK, maxWait);
  }

  /**
   * Locks a directory that may have replaced the one that was there; a missing one stays lost.
   *
   * @param directory the directory
   * @param maxWait how long to wait
   * @return the lock
   * @throws IOException if it was lost, stays locked, or cannot be created or locked
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
   * Checks a locked directory; records what a new one is.
   *
   * @param real the directory
   * @param emptiness tells whether it is new
   * @throws RejectedException if it was copied, moved or restored, or its identity is lost
   * @throws IOException if it cannot be read or written
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
   * Records that a locked directory is the original from now on.
   *
   * @param real the directory
   * @throws IOException if it cannot be written
   */
  public void accept(Path real) throws IOException {
    record(real, inode(real));
  }

  /**
   * Returns whether an identity is recorded, right or wrong.
   *
   * @param real the directory
   * @return false if the directory is new
   */
  public boolean isRecorded(Path real) {
    return Files.exists(file(real));
  }

  /** Returns what is recorded; empty if the directory is new. */
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
