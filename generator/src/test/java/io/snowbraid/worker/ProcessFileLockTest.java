package io.snowbraid.worker;

import static io.snowbraid.worker.WorkerRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests waiting for the lock of a directory. */
class ProcessFileLockTest {

  @TempDir private Path temp;

  private Path file;

  @BeforeEach
  void findTheRealPath() throws IOException {
    file = temp.toRealPath().resolve("directory.lock");
  }

  private WorkerLease acquire(Duration lockTimeout) {
    return new FileWorkerSource(temp, WorkerShare.ALL, ProcessFileLock::tryLock, lockTimeout)
        .acquire(request(8, "host"));
  }

  private ProcessFileLock held() throws IOException {
    return Objects.requireNonNull(ProcessFileLock.tryLock(file));
  }

  private void assertRejected(String reason) {
    assertRejected(Duration.ofMillis(50), reason);
  }

  private void assertRejected(Duration maxWait, String reason) {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(maxWait))
        .withMessageStartingWith(
            "lock was not released within " + maxWait.toMillis() + " ms: file=" + file + reason);
  }

  @Test
  void otherProcessThatHangsIsNotWaitedForWithoutEnd() throws IOException {
    try (OtherProcess other = OtherProcess.holdingTheLock(file)) {
      assertRejected(
          " is locked by other processes; if one makes no progress, find it with lslocks");
      assertThat(other.isAlive()).isTrue();
    }
    acquire(Duration.ofSeconds(10)).release(new long[4]);
  }

  /** As when dozens of processes start at once, and each has the lock for a while. */
  @Test
  @Tag("slow")
  void processesThatStartAtTheSameTimeAreWaitedFor() throws IOException {
    OtherProcess others = OtherProcess.holdingTheLock(file);
    CompletableFuture.runAsync(
        others::close, CompletableFuture.delayedExecutor(15, TimeUnit.SECONDS));
    WorkerSource.file(temp).acquire(request(8, "host")).release(new long[4]);
    assertThat(others.isAlive()).isFalse();
  }

  @Test
  void otherThreadThatHangsIsNotWaitedForWithoutEnd() throws IOException {
    ProcessFileLock lock = held();
    assertRejected(" is in use by this process, whose calls take turns; close what uses it");
    lock.release();
    acquire(Duration.ofSeconds(10)).release(new long[4]);
  }

  /** Both the thread that asks the system and those that wait for their turn. */
  @Test
  void allThreadsThatWaitForAnotherProcessSayWhomTheyWaitFor() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (OtherProcess other = OtherProcess.holdingTheLock(file)) {
      Callable<Boolean> call =
          () -> {
            assertRejected(Duration.ofSeconds(2), " is locked by other processes");
            return other.isAlive();
          };
      for (Future<Boolean> result : threads.invokeAll(List.of(call, call, call, call))) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void waitingInTheQueueAndForTheSystemIsOneLimit() throws Exception {
    ProcessFileLock lock = held();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<WorkerLease> first = threads.submit(() -> acquire(Duration.ofSeconds(2)));
    long start = System.nanoTime();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(Duration.ofMillis(2_500)));
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(2_500), Duration.ofMillis(4_000));
    assertThat(first).failsWithin(Duration.ofSeconds(10));
    threads.shutdown();
    lock.release();
  }

  @Test
  void lockThatNobodyCanReachComesFree() throws Exception {
    Reference<ProcessFileLock> dropped = new WeakReference<>(held());
    ProcessFileLock next = ProcessFileLock.tryLock(file);
    for (int i = 0; i < 500 && next == null; i++) {
      System.gc();
      Thread.sleep(20);
      next = ProcessFileLock.tryLock(file);
    }
    assertThat(next).isNotNull();
    assertThat(dropped.get()).isNull();
    next.release();
  }

  /** The names do not wait for another collection, because the inode can be given away at once. */
  @Test
  void namesComeFreeWithTheLock() throws Exception {
    ProcessFileLock lock = held();
    FileChannel channel = ((FileLock) field(lock, "lock")).channel();
    String property = "io.snowbraid.ended." + field(lock, "holder");
    lock = null;
    for (int i = 0; i < 500 && channel.isOpen(); i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(channel.isOpen()).isFalse();
    ProcessFileLock next = ProcessFileLock.tryLock(file);
    for (int i = 0; i < 500 && next == null; i++) { // the names follow without a collection
      Thread.sleep(20);
      next = ProcessFileLock.tryLock(file);
    }
    assertThat(next).isNotNull();
    assertThat(System.getProperty(property)).isNull();
    next.release();
  }

  private static Object field(ProcessFileLock lock, String name)
      throws ReflectiveOperationException {
    Field field = ProcessFileLock.class.getDeclaredField(name);
    field.setAccessible(true);
    return Objects.requireNonNull(field.get(lock));
  }

  @Test
  void patienceIsHalfAMinute() {
    assertThat(new FileWorkerSource(temp, WorkerShare.ALL).lockTimeout())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void interruptEndsTheWait() throws IOException {
    ProcessFileLock lock = held();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(Duration.ofMinutes(10)))
        .withMessage("interrupted while waiting for a lock: file=" + file + "; try again");
    assertThat(Thread.interrupted()).isTrue();
    lock.release();
  }

  @Test
  void secondReleaseLeavesTheLockOfTheNext() throws IOException {
    ProcessFileLock first = held();
    first.release();
    ProcessFileLock next = held();
    first.release();
    assertThat(next.isReleased()).isFalse();
    assertThat(ProcessFileLock.tryLock(file)).isNull();
    next.release();
  }
}
