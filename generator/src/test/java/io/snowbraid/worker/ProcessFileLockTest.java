package io.snowbraid.worker;

import static io.snowbraid.worker.WorkerRequests.request;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
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
    return new FileWorkerSource(new WorkerDirectory(temp, lockTimeout), WorkerShare.ALL)
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
      assertRejected(" is locked by other processes; find a hanging process with lslocks");
      assertThat(other.isAlive()).isTrue();
    }
    acquire(Duration.ofSeconds(10)).release(new long[4]);
  }

  /** As when dozens of processes start at once, and each has the lock for a while. */
  @Test
  void processThatHasTheLockForAWhileIsWaitedFor() throws Exception {
    FutureTask<WorkerLease> acquired = new FutureTask<>(() -> acquire(ofMinutes(1)));
    Thread waiting = new Thread(acquired);
    try (OtherProcess other = OtherProcess.holdingTheLock(file)) {
      waiting.start();
      await().atMost(ofMinutes(1)).until(() -> hasAskedTheSystem(waiting));
      assertThat(other.isAlive()).isTrue();
    }
    acquired.get().release(new long[4]);
  }

  @Test
  void otherThreadThatHangsIsNotWaitedForWithoutEnd() throws IOException {
    ProcessFileLock lock = held();
    assertRejected(" is used by other calls in this process; close what uses it");
    lock.release();
    acquire(Duration.ofSeconds(10)).release(new long[4]);
  }

  /** The first thread asks the system; those behind it in the queue do not. */
  @Test
  void threadsInTheQueueSayThatAnotherProcessHasTheLock() throws Exception {
    Thread first = new Thread(() -> acquireInterrupted());
    try (OtherProcess other = OtherProcess.holdingTheLock(file)) {
      first.start();
      await().atMost(ofMinutes(1)).until(() -> hasAskedTheSystem(first));
      assertRejected(" is locked by other processes");
      assertThat(other.isAlive()).isTrue();
    } finally {
      first.interrupt();
      first.join();
    }
  }

  private void acquireInterrupted() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(Duration.ofMinutes(10)));
  }

  /** Only the head of the queue waits for the queue itself, between two requests to the system. */
  private static boolean hasAskedTheSystem(Thread head) {
    Object blocker = LockSupport.getBlocker(head);
    return blocker != null && blocker.getClass().getEnclosingClass() == ProcessFileLock.class;
  }

  /**
   * As the cleaner does it. The names do not wait for the holder to be collected, too, because the
   * inode can be given away at once. {@link DroppedClassLoaderTest} shows that a lock out of reach
   * is collected.
   */
  @Test
  void lockOutOfReachIsReleasedWithItsNames() throws Exception {
    ProcessFileLock lost = held();
    ((Cleaner.Cleanable) field(lost, "closing")).clean();
    assertThat(lost.isReleased()).isTrue();
    ProcessFileLock next = held();
    assertThat(System.getProperty("io.snowbraid.ended." + field(lost, "holder"))).isNull();
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
    assertThat(new WorkerDirectory(temp).lockTimeout).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void interruptEndsTheWait() throws IOException {
    ProcessFileLock lock = held();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(Duration.ofMinutes(10)))
        .withMessage("interrupted while waiting for lock " + file + "; retry");
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
