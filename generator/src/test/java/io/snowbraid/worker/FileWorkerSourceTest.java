package io.snowbraid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.testkit.WorkerSourceContract;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWorkerSourceTest extends WorkerSourceContract {

  private final FileLeases leases = new FileLeases();

  @TempDir private Path temp;

  private FlakyDisk disk;

  @BeforeEach
  void open() {
    disk = new FlakyDisk(directory());
  }

  private Path directory() {
    return temp.resolve("workers");
  }

  @AfterEach
  void giveLocksUp() {
    leases.close();
  }

  @Override
  protected WorkerLease copyOf(WorkerLease lease) throws IOException {
    return leases.copy(lease);
  }

  @Override
  protected WorkerSource source() {
    return leases.source(new FileWorkerSource(disk, WorkerShare.ALL));
  }

  @Override
  protected WorkerSource otherNamespace() {
    return leases.source(temp.resolve("others"));
  }

  @Override
  protected void expire(int worker) {
    leases.abandon(worker);
  }

  /**
   * Returns false: the system knows which holders are dead, and a sleeping holder keeps its lock.
   */
  @Override
  protected boolean hasZombies() {
    return false;
  }

  @Override
  protected boolean setBroken(boolean broken) throws IOException {
    Path away = temp.resolve("away");
    if (broken) {
      Files.move(directory(), away);
      // a link to itself fails to be read, while some JDKs take a file for a missing directory
      Files.createSymbolicLink(directory(), directory());
    } else {
      Files.delete(directory());
      Files.move(away, directory());
    }
    return true;
  }

  @Override
  protected boolean loseNextReply() {
    disk.losesReply = true;
    return true;
  }

  @Override
  protected Optional<AutoCloseable> holdUp() throws IOException {
    Path real = Files.createDirectories(directory()).toRealPath();
    ProcessFileLock lock = ProcessFileLock.tryLock(real.resolve("directory.lock"));
    return Optional.of(Objects.requireNonNull(lock)::release);
  }

  /** A disk that fails right after a write, if the test says so. */
  private static final class FlakyDisk extends WorkerDirectory {

    private boolean losesReply;

    FlakyDisk(Path path) {
      super(path);
    }

    @Override
    void write(WorkerFile record, Path file) throws IOException {
      super.write(record, file);
      failIfReplyIsLost();
    }

    @Override
    void write(List<String> lines, Path file) throws IOException {
      super.write(lines, file);
      failIfReplyIsLost();
    }

    private void failIfReplyIsLost() throws IOException {
      if (losesReply) {
        losesReply = false;
        throw new IOException("reply is lost");
      }
    }
  }

  private WorkerLease acquire() {
    return source().acquire(request(8, "host"));
  }

  private WorkerLease acquireIn(Path directory) {
    return WorkerSource.file(directory).acquire(request(8, "host"));
  }

  private void assertLost(Path directory, String found) {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquireIn(directory))
        .withMessageStartingWith(
            "directory must not be deleted or replaced while a process uses it: file=")
        .withMessageEndingWith(
            "directory.lock, found="
                + found
                + "; stop all processes on the directory and restore it. If it is gone, use a new"
                + " one with other workers");
  }

  @Test
  void damagedNameIsNotListedAndStaysWithheld() throws IOException {
    BlockNames names = WorkerSource.file(directory()).blockNames();
    LaneClaim claim = new LaneClaim(7, 0, 1, 1);
    for (String name : List.of("good", "bad")) {
      assertThat(names.insert(new NamedBlock(name, "layout A", 1, claim, Instant.EPOCH))).isTrue();
    }
    UUID hash = UUID.nameUUIDFromBytes("bad".getBytes(StandardCharsets.UTF_8));
    Files.writeString(directory().resolve("block-" + hash + ".name"), "torn");
    assertThat(names.list()).extracting(NamedBlock::name).containsExactly("good");
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> names.find("bad"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> names.insert(new NamedBlock("bad", "layout A", 1, claim, Instant.EPOCH)));
  }

  /** Only a missing file says that a name is new; one that leads nowhere may have been moved. */
  @Test
  void nameWhoseFileCannotBeReadIsNotTaken() throws IOException {
    BlockNames names = WorkerSource.file(directory()).blockNames();
    assertThat(names.find("moved")).isEmpty();
    UUID hash = UUID.nameUUIDFromBytes("moved".getBytes(StandardCharsets.UTF_8));
    Path file = directory().resolve("block-" + hash + ".name");
    Files.createSymbolicLink(file, file);
    LaneClaim claim = new LaneClaim(7, 0, 1, 1);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(
            () -> names.insert(new NamedBlock("moved", "layout A", 1, claim, Instant.EPOCH)));
    assertThat(file).isSymbolicLink();
  }

  @Test
  void deletedDirectoryDoesNotBeginAgain() throws IOException {
    WorkerLease lease = acquire();
    lease.release(new long[] {1, 2, 3, 4});
    Files.move(directory(), temp.resolve("trash"));
    assertLost(directory(), "nothing");
    assertLost(temp.resolve(".").resolve("workers"), "nothing");
    assertThat(directory()).doesNotExist();
    try (OtherProcess other = OtherProcess.holdingAWorker(directory())) {
      assertLost(directory(), "another one");
      assertThat(other.isAlive()).isTrue();
    }
  }

  /** As when a new version of an application is put in place. */
  @Test
  void directoryToWhichALinkLeadsNowIsAnother() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("current"), temp.resolve("v1"));
    Files.createDirectories(temp.resolve("v1"));
    assertThat(acquireIn(link.resolve("workers")).worker()).isZero();
    Files.delete(link);
    assertLost(link.resolve("workers"), "nothing");
    Files.createSymbolicLink(link, Files.createDirectories(temp.resolve("v2/workers")).getParent());
    assertLost(link.resolve("workers"), "nothing");
    assertThat(acquireIn(temp.resolve("v2/workers")).worker()).isZero();
    assertLost(link.resolve("workers"), "another one");
    Files.delete(link);
    Files.createSymbolicLink(link, temp.resolve("v1"));
    assertThat(acquireIn(link.resolve("workers")).worker()).isEqualTo(1);
  }

  @Test
  void directoryThatIsBackIsTheSame() throws IOException {
    acquire().release(new long[] {1, 2, 3, 4});
    Files.move(directory(), temp.resolve("trash"));
    assertLost(directory(), "nothing");
    Files.move(temp.resolve("trash"), directory());
    assertThat(acquire().lastTicks()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void workersComeFreeAlthoughTheSystemPropertiesWereReplaced() {
    Properties before = System.getProperties();
    WorkerLease first = acquire();
    try {
      System.setProperties((Properties) before.clone());
      assertThat(acquire().worker()).isEqualTo(1);
      first.release(new long[] {1, 2, 3, 4});
      assertThat(acquire().worker()).isZero();
    } finally {
      System.setProperties(before);
    }
  }

  @Test
  void grantThatIsRecordedWhileAnotherLooksIsNotForgotten() {
    FileLease dying = (FileLease) WorkerSource.file(directory()).acquire(request(8, "host"));
    WorkerDirectory late =
        new WorkerDirectory(directory()) {
          @Override
          @Nullable ProcessFileLock tryLock(Path real, int worker) throws IOException {
            dying.extend(new long[] {10, 20, 30, 40});
            FileLeases.abandon(dying);
            return super.tryLock(real, worker);
          }
        };
    WorkerSource looking = new FileWorkerSource(late, WorkerShare.ALL);
    WorkerLease next = leases.source(looking).acquire(request(8, "host"));
    assertThat(next.worker()).isEqualTo(dying.worker());
    assertThat(next.lastTicks()).containsExactly(10, 20, 30, 40);
  }

  @Test
  void claimsAreOfTheShareAndNotOfDamagedRecords() throws IOException {
    WorkerSource share = WorkerSource.file(directory(), "1,3");
    assertThat(share.claim(request(8, "job"), LaneClaim::wholeLane))
        .isEqualTo(new LaneClaim(3, 0, 0, LaneClaim.ALL_TICKS));
    Files.writeString(directory().resolve("worker-3.grant"), "snowbraid worker 1");
    assertThat(share.claim(request(8, "job"), LaneClaim::wholeLane))
        .isEqualTo(new LaneClaim(1, 0, 0, LaneClaim.ALL_TICKS));
    Files.writeString(directory().resolve("worker-1.grant"), "snowbraid worker 1");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> share.claim(request(8, "job"), LaneClaim::wholeLane))
        .withMessageStartingWith("no unused worker is left: workers=8, share=1,3, ")
        .withMessageContaining("worker-1.grant");
  }

  @Test
  void shareBeyondTheLayoutIsRejectedAtOnce() {
    WorkerSource share = WorkerSource.file(directory(), "8-9");
    String rule =
        "none of the workers 8-9 exists in the layout, which has 8 workers; set lower numbers";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> share.acquire(request(8, "host")))
        .withMessageStartingWith(rule);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> share.claim(request(8, "job"), LaneClaim::wholeLane))
        .withMessageStartingWith(rule);
  }

  @Test
  void sourceIsDescribedByItsDirectoryAndShare() {
    assertThat(WorkerSource.file(directory(), "1,3"))
        .hasToString("FileWorkerSource[directory=" + directory() + ", workers=1,3]");
  }

  @Test
  void claimOfAnotherProcessIsSeen() throws IOException {
    try (OtherProcess other = OtherProcess.holdingAWorker(directory())) {
      LaneClaim first = source().claim(request(2, "job"), LaneClaim::wholeLane);
      assertThat(first.worker()).isEqualTo(1);
      assertThatExceptionOfType(WorkersHeldException.class)
          .isThrownBy(() -> source().acquire(request(2, "host")))
          .withMessageContaining("reserved=[1]");
      assertThat(other.isAlive()).isTrue();
    }
    assertThat(source().acquire(request(2, "host")).worker()).isZero();
  }

  @Test
  void directoryMayBeSpeltInSeveralWays() throws IOException {
    WorkerLease first = acquire();
    Path link = Files.createSymbolicLink(temp.resolve("link"), directory());
    WorkerSource same = leases.source(link.resolve("..").resolve("link"));
    assertThat(same.acquire(request(8, "host")).worker()).isNotEqualTo(first.worker());
  }

  @Test
  void fileOfALockMayHaveSeveralNames() throws IOException {
    WorkerLease first = acquire();
    Path other = Files.createDirectory(temp.resolve("twin"));
    for (String file : List.of("worker-0.lock", "worker-0.grant")) {
      Files.createLink(other.resolve(file), directory().resolve(file));
    }
    assertThat(leases.source(other).acquire(request(8, "host")).worker()).isEqualTo(1);
    assertOthersSeeTheLock(first);
  }

  @Test
  void classLoadersShareTheLocksOfTheirProcess() throws Exception {
    WorkerLease first = acquire();
    URL classes = WorkerSource.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader other =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> request = other.loadClass(WorkerRequest.class.getName());
      Class<?> source = other.loadClass(WorkerSource.class.getName());
      Object lease =
          source
              .getMethod("acquire", request)
              .invoke(
                  source.getMethod("file", Path.class).invoke(null, directory()),
                  request
                      .getConstructor(
                          String.class,
                          int.class,
                          int.class,
                          long.class,
                          Duration.class,
                          String.class)
                      .newInstance("layout A", 8, 4, 1_000_000, Duration.ofMinutes(1), "host"));
      Class<?> held = other.loadClass(WorkerLease.class.getName());
      assertThat(held.getMethod("worker").invoke(lease)).isEqualTo(1);
      held.getMethod("release", long[].class).invoke(lease, new long[4]);
    }
    assertOthersSeeTheLock(first);
  }

  private void assertOthersSeeTheLock(WorkerLease lease) throws IOException {
    try (OtherProcess other = OtherProcess.holdingAWorker(directory())) {
      assertThat(lease.extend(new long[] {1, 2, 3, 4})).isTrue();
      assertThat(other.isAlive()).isTrue();
    }
  }

  @Test
  void workerIsFreeAlthoughItsReleaseCouldNotBeRecorded() throws IOException {
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
  void fileIsNoDirectory() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> WorkerSource.file(file).acquire(request(8, "host")))
        .withMessageStartingWith(
            "directory must be readable and writable: directory="
                + file
                + ", java.nio.file.NotDirectoryException");
  }

  @Test
  void crashOfAProcessFreesItsWorkerWithItsGrants() throws Exception {
    try (OtherProcess other = OtherProcess.holdingAWorker(directory())) {
      assertThat(acquire().worker()).isEqualTo(1);
      assertThat(other.isAlive()).isTrue();
    }
    WorkerLease next = acquire();
    assertThat(next.worker()).isZero();
    assertThat(next.lastTicks()).containsExactly(10, 20, 30, 40);
  }

  @Test
  void processesTakeDifferentWorkers() throws Exception {
    try (OtherProcess one = OtherProcess.holdingAWorker(directory());
        OtherProcess two = OtherProcess.holdingAWorker(directory())) {
      assertThat(List.of(one, two)).allMatch(OtherProcess::isAlive);
      assertThat(acquire().worker()).isEqualTo(2);
    }
    assertThat(directory().resolve("worker-0.grant")).exists();
    assertThat(directory().resolve("worker-1.grant")).exists();
  }
}
