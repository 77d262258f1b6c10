package io.snowbraid.worker;

import static io.snowbraid.worker.WorkerRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what a lease of a directory does beyond the contract: clones, losses, threads and
 * interrupts.
 */
class FileLeaseTest {

  private static final int WRITES = 200;

  private final FileLeases leases = new FileLeases();

  @TempDir private Path temp;

  private Path directory() {
    return temp.resolve("workers");
  }

  @AfterEach
  void giveLocksUp() {
    leases.close();
  }

  private WorkerLease acquire() {
    return leases.source(directory()).acquire(request(8, "host"));
  }

  private static long[] ticks(long tick) {
    return new long[] {tick, tick, tick, tick};
  }

  private Path record() {
    return directory().resolve("worker-0.grant");
  }

  private Path lockFile() {
    return directory().resolve("worker-0.lock");
  }

  /** Both calls stop the holder and leave no files. */
  private static void assertStopped(WorkerLease lease, String message) {
    for (Callable<Boolean> call : List.<Callable<Boolean>>of(lease::isHeld, () -> extend(lease))) {
      assertThatExceptionOfType(WorkerRecordLostException.class)
          .isThrownBy(call::call)
          .withMessageStartingWith(message)
          .withMessageEndingWith(
              "; stop all processes on the directory and restore it. If it is gone, use a new one"
                  + " with other workers");
    }
  }

  private static boolean extend(WorkerLease lease) {
    return lease.extend(ticks(1_000));
  }

  @Test
  void holderThatIsAloneIsHeld() {
    WorkerLease lease = acquire();
    assertThat(lease.recheckAfter()).contains(Duration.ofSeconds(1));
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.extend(ticks(1))).isTrue();
    assertThat(lease.isHeld()).isTrue();
    lease.release(ticks(1));
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void copyLearnsThatTheOtherReleased() throws IOException {
    WorkerLease lease = acquire();
    WorkerLease copy = leases.copy(lease);
    lease.release(ticks(50));
    assertThat(copy.isHeld()).isFalse();
    copy.release(ticks(40));
    assertThat(acquire().lastTicks()).containsExactly(ticks(50));
  }

  @Test
  void ticksOfOtherLanesAreRejected() {
    WorkerLease lease = acquire();
    for (int lanes : new int[] {3, 5}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> lease.extend(new long[lanes]))
          .withMessage("lastTicks must have 4 ticks, one per lane, but has " + lanes);
    }
    assertThat(lease.extend(ticks(1))).isTrue();
  }

  @Test
  void recordThatIsDeletedStopsItsHolder() throws IOException {
    WorkerLease lease = acquire();
    Files.delete(record());
    assertStopped(lease, "record was deleted or replaced while its worker was held: file=");
    assertThat(record()).doesNotExist();
  }

  @Test
  void recordThatIsDamagedStopsItsHolder() throws IOException {
    WorkerLease lease = acquire();
    Files.write(record(), new byte[0]);
    assertStopped(lease, "record was deleted or replaced while its worker was held: file=");
    assertThat(record()).isEmptyFile();
  }

  @Test
  void recordThatIsRestoredStopsItsHolder() throws IOException {
    WorkerLease lease = acquire();
    byte[] backup = Files.readAllBytes(record());
    assertThat(lease.extend(ticks(10))).isTrue();
    Files.write(record(), backup);
    assertStopped(lease, "record was deleted or replaced while its worker was held: file=");
    assertThat(record()).hasBinaryContent(backup);
  }

  @Test
  void recordThatIsRestoredFromTheHolderBeforeStopsTheHolder() throws IOException {
    WorkerLease before = acquire();
    before.release(ticks(5));
    byte[] backup = Files.readAllBytes(record());
    WorkerLease lease = acquire();
    Files.write(record(), backup);
    assertStopped(lease, "record was deleted or replaced while its worker was held: file=");
  }

  @Test
  void lockFileThatIsDeletedStopsItsHolder() throws IOException {
    WorkerLease lease = acquire();
    Files.delete(lockFile());
    String message = "lock file was deleted or replaced while its worker was held: file=";
    assertStopped(lease, message);
    try (OtherProcess other = OtherProcess.holdingAWorker(directory())) {
      assertStopped(lease, message);
      assertThat(other.isAlive()).isTrue();
    }
  }

  @Test
  void directoryThatIsDeletedStopsItsHolder() throws IOException {
    WorkerLease lease = acquire();
    Files.move(directory(), temp.resolve("trash"));
    String message = "lock file was deleted or replaced while its worker was held: file=";
    assertStopped(lease, message);
    assertThat(directory()).doesNotExist();
    try (OtherProcess other = OtherProcess.holdingAWorker(directory())) {
      assertStopped(lease, message);
      assertThat(other.isAlive()).isTrue();
    }
  }

  /** A disk that cannot open any file for a while, or hangs before it writes one. */
  private static final class BusyDisk extends WorkerDirectory {

    private volatile boolean opensNone;
    private volatile boolean isFull;
    private volatile boolean fillsUp;

    BusyDisk(Path path) {
      super(path);
    }

    @Override
    @Nullable WorkerFile read(Path file) throws IOException {
      if (opensNone) {
        throw new FileSystemException(file.toString(), null, "Too many open files");
      }
      return super.read(file);
    }

    @Override
    void write(WorkerFile record, Path file) throws IOException {
      if (isFull) {
        Files.writeString(Path.of("/dev/full"), "a");
      }
      isFull = fillsUp;
      super.write(record, file);
    }
  }

  private WorkerLease acquire(BusyDisk disk) {
    WorkerSource files = new FileWorkerSource(disk, WorkerShare.ALL);
    return leases.source(files).acquire(request(8, "host"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDiskIsAnErrorThatSaysWhatToDo() {
    BusyDisk disk = new BusyDisk(directory());
    disk.isFull = true;
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(disk))
        .withMessageEndingWith("No space left on device; free some space on its disk");
    disk.isFull = false;
    WorkerLease lease = acquire(disk);
    disk.isFull = true;
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> extend(lease))
        .withMessageEndingWith("No space left on device; free some space on its disk");
  }

  /** The message says all; a stack trace would hide it. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void workerThatCannotBeReleasedIsLoggedInOneLine() {
    BusyDisk disk = new BusyDisk(directory());
    disk.fillsUp = true;
    List<LogRecord> released = new CopyOnWriteArrayList<>();
    Handler handler = new ReleaseHandler(released);
    Logger logger = Logger.getLogger("io.snowbraid");
    logger.addHandler(handler);
    try {
      WorkerSource files = new FileWorkerSource(disk, WorkerShare.ALL);
      assertThatExceptionOfType(NoWorkerAvailableException.class)
          .isThrownBy(() -> Snowflake.builder().worker(files).build());
      assertThat(released)
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line.getMessage())
                    .endsWith("No space left on device; free some space on its disk");
                assertThat(line.getThrown()).isNull();
              });
    } finally {
      logger.removeHandler(handler);
    }
  }

  /** Notes what is logged about workers that could not be released. */
  private static final class ReleaseHandler extends Handler {

    private final List<LogRecord> released;

    ReleaseHandler(List<LogRecord> released) {
      this.released = released;
    }

    @Override
    public void publish(LogRecord line) {
      if (String.valueOf(line.getMessage()).startsWith("could not release worker ")) {
        released.add(line);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void recordThatCannotBeReadIsNotLost() {
    BusyDisk disk = new BusyDisk(directory());
    WorkerLease lease = acquire(disk);
    disk.opensNone = true;
    for (Callable<Boolean> call : List.<Callable<Boolean>>of(lease::isHeld, () -> extend(lease))) {
      assertThatExceptionOfType(WorkerSourceException.class)
          .isThrownBy(call::call)
          .isExactlyInstanceOf(WorkerSourceException.class)
          .withMessageContaining("Too many open files");
    }
    disk.opensNone = false;
    assertThat(lease.isHeld()).isTrue();
    assertThat(extend(lease)).isTrue();
  }

  @Test
  void releaseFreesTheLockAlthoughTheRecordIsMissing() throws IOException {
    WorkerLease lease = acquire();
    Files.delete(record());
    assertThatExceptionOfType(WorkerRecordLostException.class)
        .isThrownBy(() -> lease.release(ticks(1)));
    assertThat(acquire().worker()).isZero();
  }

  @Test
  void releaseMayComeTwice() {
    WorkerLease lease = acquire();
    lease.release(ticks(7));
    lease.release(ticks(7));
    WorkerLease next = acquire();
    lease.release(ticks(3));
    assertThat(next.worker()).isZero();
    assertThat(acquire().worker()).isEqualTo(1);
  }

  @Test
  void callerThatIsInterruptedIsServed() {
    Thread.currentThread().interrupt();
    WorkerLease lease = acquire();
    assertThat(lease.extend(ticks(1))).isTrue();
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.extend(ticks(2))).isTrue();
    lease.release(ticks(2));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(acquire().lastTicks()).containsExactly(ticks(2));
  }

  /** One interrupt for each write, a little later each time. */
  @Test
  void interruptsDuringWritesDoNoHarm() throws Exception {
    WorkerLease lease = acquire();
    AtomicInteger writes = new AtomicInteger();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Thread caller = threads.submit(Thread::currentThread).get();
    Future<?> written = threads.submit(() -> extendOften(lease, writes));
    for (int write = 0; write < WRITES; write++) {
      while (writes.get() < write && !written.isDone()) {
        Thread.onSpinWait();
      }
      for (int delay = 0; delay < 100 * write; delay++) {
        Thread.onSpinWait();
      }
      caller.interrupt();
    }
    threads.shutdown();
    written.get();
    assertThat(lease.isHeld()).isTrue();
    lease.release(ticks(9));
    assertThat(acquire().lastTicks()).containsExactly(ticks(9));
  }

  private static void extendOften(WorkerLease lease, AtomicInteger writes) {
    while (writes.get() < WRITES) {
      assertThat(lease.extend(ticks(writes.get()))).isTrue();
      writes.incrementAndGet();
    }
  }
}
