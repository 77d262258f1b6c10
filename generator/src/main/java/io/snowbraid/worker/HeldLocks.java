package io.snowbraid.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The worker locks that this process holds; guarded by {@link FileWorkerSource#PROCESS}.
 *
 * <p>A file that is locked by this process must not even be opened again: on POSIX systems, closing
 * any channel on it gives the lock up.
 */
final class HeldLocks {

  private static final Map<Path, FileLock> HELD = new HashMap<>();

  private HeldLocks() {}

  /**
   * Locks a file.
   *
   * @param file a real path
   * @return null if this process or another has locked it
   */
  static @Nullable FileLock tryLock(Path file) throws IOException {
    if (HELD.containsKey(file)) {
      return null;
    }
    FileChannel channel = FileWorkerSource.open(file);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    if (lock != null) {
      HELD.put(file, lock);
    }
    return lock;
  }

  /** Unlocks a file, for whoever comes next. */
  static void release(FileLock lock) throws IOException {
    HELD.values().remove(lock);
    lock.acquiredBy().close();
  }
}
