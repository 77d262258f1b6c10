package io.snowbraid.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Leases of directories, which are abandoned when a test ends. */
final class FileLeases implements AutoCloseable {

  private final List<FileLease> leases = new CopyOnWriteArrayList<>();

  WorkerSource source(Path directory) {
    return source(WorkerSource.file(directory));
  }

  WorkerSource source(WorkerSource files) {
    return new WorkerSource() {
      @Override
      public WorkerLease acquire(WorkerRequest request) {
        return add((FileLease) files.acquire(request));
      }

      @Override
      public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
        return files.claim(request, choice);
      }

      @Override
      public BlockNames blockNames() {
        return files.blockNames();
      }
    };
  }

  private FileLease add(FileLease lease) {
    leases.add(lease);
    return lease;
  }

  /** Clones a lease as a clone of its process has it, which seems to hold the lock as well. */
  FileLease copy(WorkerLease lease) throws IOException {
    Path file = Files.createTempFile("copy", ".lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    FileLock lock = channel.lock();
    return add(new FileLease((FileLease) lease, lock));
  }

  /** Makes the system believe that the holder of a worker has died. */
  void abandon(int worker) {
    leases.stream().filter(lease -> lease.worker() == worker).forEach(FileLeases::abandon);
  }

  /** Releases the lock without writing the record, as the end of the process does. */
  static void abandon(FileLease lease) {
    try {
      lease.lock.release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    leases.forEach(FileLeases::abandon);
  }
}
