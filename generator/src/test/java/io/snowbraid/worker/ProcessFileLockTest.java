package io.snowbraid.worker;

import static io.snowbraid.worker.WorkerRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
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
    return new FileWorkerSource(temp, WorkerShare.ALL, ProcessFileLock::tryLock, lockTimeout)
        .acquire(request(8, "host"));
  }

  private ProcessFileLock held() throws IOException {
    return Objects.requireNonNull(ProcessFileLock.tryLock(file));
  }

  private void assertRejected() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(Duration.ofMillis(50)))
        .withMessageStartingWith("lock was not released within 50 ms: file=" + file)
        .withMessageContaining("find it with lslocks or fuser and stop it");
  }

  @Test
  void otherProcessThatHangsIsNotWaitedForWithoutEnd() throws IOException {
    try (OtherProcess other = OtherProcess.holdingTheLock(file)) {
      assertRejected();
      assertThat(other.isAlive()).isTrue();
    }
    acquire(Duration.ofSeconds(10)).release(new long[4]);
  }

  @Test
  void otherThreadThatHangsIsNotWaitedForWithoutEnd() throws IOException {
    ProcessFileLock lock = held();
    assertRejected();
    lock.release();
    acquire(Duration.ofSeconds(10)).release(new long[4]);
  }

  @Test
  void patienceIsTenSeconds() {
    assertThat(new FileWorkerSource(temp, WorkerShare.ALL).lockTimeout())
        .isEqualTo(Duration.ofSeconds(10));
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
