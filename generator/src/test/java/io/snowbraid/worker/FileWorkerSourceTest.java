package io.snowbraid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWorkerSourceTest extends WorkerSourceContract {

  @TempDir private Path temp;

  private final List<FileLease> leases = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();

  private Path directory() {
    return temp.resolve("workers");
  }

  private WorkerSource recorded(Path directory) {
    WorkerSource source = WorkerSource.file(directory);
    return claim -> {
      FileLease lease = (FileLease) source.acquire(claim);
      synchronized (leases) {
        leases.add(lease);
      }
      return lease;
    };
  }

  @AfterEach
  void giveLocksUp() {
    leases.forEach(FileLease::abandon);
    processes.forEach(Process::destroyForcibly);
  }

  @Override
  protected WorkerLease copyOf(WorkerLease lease) {
    throw new org.opentest4j.TestAbortedException("leases of this source cannot be copied yet");
  }

  @Override
  protected WorkerSource source() {
    return recorded(directory());
  }

  @Override
  protected WorkerSource otherNamespace() {
    return recorded(temp.resolve("others"));
  }

  @Override
  protected void expire(int worker) {
    leases.stream().filter(lease -> lease.worker() == worker).forEach(FileLease::abandon);
  }

  /** The system knows who is dead; whoever only sleeps keeps its lock. */
  @Override
  protected boolean hasZombies() {
    return false;
  }

  @Override
  protected boolean setBroken(boolean broken) throws IOException {
    Path away = temp.resolve("away");
    if (broken) {
      Files.move(directory(), away);
      Files.createFile(directory());
    } else {
      Files.delete(directory());
      Files.move(away, directory());
    }
    return true;
  }

  @Override
  protected boolean loseNextReply() {
    return false;
  }

  private WorkerLease acquire() {
    return source().acquire(claim(8, "host"));
  }

  private Path recordOf(WorkerLease lease) {
    return directory().resolve("worker-" + lease.worker() + ".grant");
  }

  @Test
  void grantThatIsRecordedWhileAnotherLooksIsNotForgotten() {
    FileLease dying = (FileLease) WorkerSource.file(directory()).acquire(claim(8, "host"));
    FileWorkerSource.Locks late =
        file -> {
          dying.extend(new long[] {10, 20, 30, 40});
          dying.abandon();
          return HeldLock.tryLock(file);
        };
    FileLease next = (FileLease) new FileWorkerSource(directory(), late).acquire(claim(8, "host"));
    leases.add(next);
    assertThat(next.worker()).isEqualTo(dying.worker());
    assertThat(next.lastTicks()).containsExactly(10, 20, 30, 40);
  }

  @Test
  void directoryMayBeSpeltInSeveralWays() throws IOException {
    WorkerLease first = acquire();
    Path link = Files.createSymbolicLink(temp.resolve("link"), directory());
    WorkerSource same = recorded(link.resolve("..").resolve("link"));
    assertThat(same.acquire(claim(8, "host")).worker()).isNotEqualTo(first.worker());
  }

  @Test
  void fileOfALockMayHaveSeveralNames() throws IOException {
    WorkerLease first = acquire();
    Path twin = Files.createDirectory(temp.resolve("twin"));
    for (String file : List.of("worker-0.lock", "worker-0.grant")) {
      Files.createLink(twin.resolve(file), directory().resolve(file));
    }
    assertThat(recorded(twin).acquire(claim(8, "host")).worker()).isEqualTo(1);
    assertLockIsHeld(first);
  }

  @Test
  void classLoadersShareTheLocksOfTheirProcess() throws Exception {
    WorkerLease first = acquire();
    URL classes = WorkerSource.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader other =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> claim = other.loadClass(WorkerClaim.class.getName());
      Class<?> source = other.loadClass(WorkerSource.class.getName());
      Object lease =
          source
              .getMethod("acquire", claim)
              .invoke(
                  source.getMethod("file", Path.class).invoke(null, directory()),
                  claim.getConstructors()[0].newInstance(
                      "layout A", 8, 4, 1_000_000, Duration.ofMinutes(1), "host"));
      Class<?> held = other.loadClass(WorkerLease.class.getName());
      assertThat(held.getMethod("worker").invoke(lease)).isEqualTo(1);
      held.getMethod("release", long[].class).invoke(lease, new long[4]);
    }
    assertLockIsHeld(first);
  }

  /** Asks another process, because the system's locks are between processes. */
  private void assertLockIsHeld(WorkerLease lease) throws IOException {
    Process unused = holder();
    assertThat(recordOf(lease)).content().doesNotContain("2 held");
    assertThat(lease.extend(new long[] {1, 2, 3, 4})).isTrue();
  }

  @Test
  void workerIsFreeEvenIfItsReleaseCouldNotBeRecorded() throws IOException {
    WorkerLease lease = acquire();
    assertThat(lease.extend(new long[] {10, 20, 30, 40})).isTrue();
    setBroken(true);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.release(new long[] {1, 2, 3, 4}));
    setBroken(false);
    WorkerLease next = acquire();
    assertThat(next.worker()).isEqualTo(lease.worker());
    assertThat(next.lastTicks()).containsExactly(10, 20, 30, 40);
    assertThat(lease.extend(new long[] {9, 9, 9, 9})).isFalse();
    lease.release(new long[] {0, 0, 0, 0});
    assertThat(next.extend(new long[] {11, 21, 31, 41})).isTrue();
  }

  @Test
  void lockFileThatIsDeletedUnderItsHolderStopsItUntilASuccessorHasTheWorker() throws IOException {
    WorkerLease lease = acquire();
    assertThat(lease.extend(new long[] {10, 20, 30, 40})).isTrue();
    Files.delete(directory().resolve("worker-0.lock"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(new long[] {11, 21, 31, 41}))
        .withMessageStartingWith("lock file must not be deleted or replaced");
    Process unused = holder();
    assertThat(lease.extend(new long[] {11, 21, 31, 41})).isFalse();
    assertThat(lease.extend(new long[] {11, 21, 31, 41})).isFalse();
    assertThat(recordOf(lease)).content().contains("2 held");
  }

  @Test
  void tornRecordIsRefusedAtEachLength() throws IOException {
    WorkerLease lease = acquire();
    lease.release(new long[] {1, 2, 3, 4});
    byte[] whole = Files.readAllBytes(recordOf(lease));
    for (int length = 0; length < whole.length; length++) {
      Files.write(recordOf(lease), Arrays.copyOf(whole, length));
      assertThatExceptionOfType(WorkerSourceException.class)
          .as("length %d of %d", length, whole.length)
          .isThrownBy(this::acquire)
          .withMessageStartingWith("file must be a record that was written here: file=");
    }
    Files.write(recordOf(lease), whole);
    assertThat(acquire().lastTicks()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void changedRecordIsRefusedAtEachByte() throws IOException {
    WorkerLease lease = acquire();
    lease.release(new long[] {1, 2, 3, 4});
    byte[] whole = Files.readAllBytes(recordOf(lease));
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Files.write(recordOf(lease), changed);
      assertThatExceptionOfType(WorkerSourceException.class)
          .as("byte %d", i)
          .isThrownBy(this::acquire);
    }
  }

  @Test
  void recordThatIsDeletedUnderItsHolderStopsIt() throws IOException {
    WorkerLease lease = acquire();
    Files.delete(recordOf(lease));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> lease.extend(new long[] {1, 2, 3, 4}))
        .withMessageStartingWith("record must not be deleted or replaced");
    assertThat(recordOf(lease)).doesNotExist();
  }

  @Test
  void fileIsNoDirectory() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> WorkerSource.file(file).acquire(claim(8, "host")))
        .withMessageStartingWith("directory must be readable and writable: directory=" + file);
  }

  @Test
  void crashOfAProcessFreesItsWorkerWithItsGrants() throws Exception {
    Process holder = holder();
    assertThat(acquire().worker()).isEqualTo(1);
    holder.destroyForcibly().waitFor();
    WorkerLease next = acquire();
    assertThat(next.worker()).isZero();
    assertThat(next.lastTicks()).containsExactly(10, 20, 30, 40);
  }

  @Test
  void processesTakeDifferentWorkers() throws Exception {
    for (int i = 0; i < 3; i++) {
      Process unused = holder();
    }
    assertThat(acquire().worker()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).mapToObj(i -> directory().resolve("worker-" + i + ".grant")))
        .allMatch(Files::exists);
  }

  /** Another process that holds a worker. */
  private Process holder() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                directory().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    processes.add(process);
    BufferedReader output = process.inputReader();
    assertThat(output.readLine()).isEqualTo("held");
    return process;
  }

  /** Holds a worker until it is killed. */
  static final class Holder {

    private Holder() {}

    public static void main(String[] arguments) throws InterruptedException {
      WorkerLease lease = WorkerSource.file(Path.of(arguments[0])).acquire(claim(8, "host"));
      System.out.println(lease.extend(new long[] {10, 20, 30, 40}) ? "held" : "lost");
      Thread.sleep(600_000);
    }
  }
}
