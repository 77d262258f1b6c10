package io.snowbraid.worker;

import static io.snowbraid.worker.WorkerRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which worker of a directory is chosen, whatever files there are. */
class WorkerDirectoryScanTest {

  private static final Logger LOGGER = Logger.getLogger("io.snowbraid");

  private final FileLeases leases = new FileLeases();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Handler handler = new Recorder(log);

  @TempDir private Path directory;

  private static final class Recorder extends Handler {

    private final List<String> messages;

    Recorder(List<String> messages) {
      this.messages = messages;
    }

    @Override
    public void publish(LogRecord message) {
      messages.add(message.getLevel() + " " + new SimpleFormatter().formatMessage(message));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void giveUp() {
    LOGGER.removeHandler(handler);
    leases.close();
  }

  private WorkerLease acquire(WorkerRequest request) {
    return leases.source(directory).acquire(request);
  }

  private static WorkerRequest claimWithSpare(int workers, int spare) {
    return new WorkerRequest(
        "layout A", workers, 4, 4, 1_000_000, Duration.ofMinutes(1), "host", spare, Set.of());
  }

  private Path recordOf(int worker) {
    return directory.resolve("worker-" + worker + ".grant");
  }

  private byte[] releasedRecord() throws IOException {
    acquire(request(2, "host")).release(new long[] {1, 2, 3, 4});
    return Files.readAllBytes(recordOf(0));
  }

  /** Asserts that of two workers, the first of which is damaged, the second is leased. */
  private void assertPassedOver(byte[] damaged, String as) throws IOException {
    Files.write(recordOf(0), damaged);
    log.clear();
    WorkerDirectoryScan survey =
        new WorkerDirectoryScan(
            new WorkerDirectory(directory), directory, request(2, "host"), WorkerShare.ALL);
    assertThat(survey.bestFirst()).as(as).containsExactly(1);
    assertThat(survey.noFreeWorker())
        .as(as)
        .hasMessageContaining("damaged records=[" + recordOf(0) + ", ");
    assertThat(log).as(as).hasSize(1);
    assertThat(log.get(0))
        .startsWith(
            "WARNING record is damaged, and its worker is skipped: worker=0, file=" + recordOf(0));
  }

  @Test
  void workerWithADamagedRecordIsNotGivenAndNotTouched() throws IOException {
    releasedRecord();
    Files.write(recordOf(0), new byte[0]);
    WorkerLease lease = acquire(request(2, "host"));
    assertThat(lease.worker()).isEqualTo(1);
    assertThat(lease.warnings())
        .singleElement()
        .asString()
        .contains("record is damaged, and its worker is skipped: worker=0");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(request(2, "host")))
        .withMessageStartingWith(
            "no worker is free, because running processes hold all: workers=2, ")
        .withMessageContaining("damaged records=[" + recordOf(0) + ", ");
    assertThat(recordOf(0)).isEmptyFile();
  }

  /** Whatever lies there, only its own worker is withheld. */
  @ParameterizedTest
  @ValueSource(strings = {"mkfifo", "mkdir", "truncate --size=3G"})
  @EnabledOnOs(OS.LINUX)
  void oddFileWithholdsItsWorker(String command) throws Exception {
    make(command, recordOf(0));
    make(command, directory.resolve("worker-1.lock"));
    WorkerLease lease = acquire(request(3, "host"));
    assertThat(lease.worker()).isEqualTo(command.startsWith("truncate") ? 1 : 2); // a lock is empty
    assertThat(lease.warnings())
        .singleElement()
        .asString()
        .startsWith("record is damaged, and its worker is skipped: worker=0, file=" + recordOf(0));
  }

  private static void make(String command, Path file) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.add(file.toString());
    Programs.output(new ProcessBuilder(words));
  }

  @Test
  void remainsOfAWriteGoWithTheNextHolder() throws IOException {
    releasedRecord();
    Path remains = directory.resolve("worker-0.grant.stamp-of-a-killed-process.new");
    Path others = directory.resolve("worker-00.grant.stamp.new");
    Files.writeString(remains, "torn");
    Files.writeString(others, "torn");
    assertThat(acquire(request(2, "host")).worker()).isZero();
    assertThat(remains).doesNotExist();
    assertThat(others).exists();
  }

  @Test
  void tornRecordIsPassedOverAtEachLength() throws IOException {
    byte[] whole = releasedRecord();
    for (int length = 0; length < whole.length; length++) {
      assertPassedOver(Arrays.copyOf(whole, length), length + " of " + whole.length + " bytes");
    }
    Files.write(recordOf(0), whole);
    assertThat(acquire(request(2, "host")).lastTicks()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void changedRecordIsPassedOverAtEachByte() throws IOException {
    byte[] whole = releasedRecord();
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      assertPassedOver(changed, "byte " + i);
    }
  }

  @Test
  void damagedWorkerIsNotSpare() throws IOException {
    releasedRecord();
    Files.write(recordOf(0), new byte[0]);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(claimWithSpare(2, 1)));
    assertThat(acquire(claimWithSpare(3, 1)).worker()).isEqualTo(1);
  }

  @Test
  void deadHoldersWorkerMayBeTakenIfTheSparesStayFree() {
    WorkerLease dead = acquire(request(2, "host"));
    leases.abandon(dead.worker());
    assertThat(acquire(claimWithSpare(2, 1)).worker()).isEqualTo(dead.worker());
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(claimWithSpare(2, 1)))
        .withMessageContaining("spare=1");
  }

  @Test
  void releasedWorkerIsSpare() {
    WorkerLease first = acquire(request(2, "one"));
    acquire(request(2, "two")).release(new long[] {1, 2, 3, 4});
    first.release(first.lastTicks());
    assertThat(acquire(claimWithSpare(2, 1)).worker()).isZero();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(claimWithSpare(2, 1)));
  }

  /** Looking for the file of each worker would take hours. */
  @Test
  void namespaceMayBeHuge() {
    WorkerRequest request = request(Integer.MAX_VALUE, "host");
    assertThat(acquire(request).worker()).isZero();
    assertThat(acquire(request).worker()).isEqualTo(1);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> acquire(claimWithSpare(Integer.MAX_VALUE, Integer.MAX_VALUE)));
  }

  @Test
  void newWorkerWhoseLockIsHeldIsPassedOver() throws IOException {
    WorkerLease held = acquire(request(8, "host"));
    Files.delete(recordOf(held.worker()));
    assertThat(acquire(request(8, "host")).worker()).isEqualTo(1);
  }

  @Test
  void otherFilesDoNotMatter() throws IOException {
    for (String name :
        List.of(
            "worker-0.grant.new",
            "worker-00.grant",
            "worker-9.grant",
            "worker-99999999999.grant",
            "worker-x.grant",
            "README")) {
      Files.createFile(directory.resolve(name));
    }
    assertThat(acquire(request(8, "host")).worker()).isZero();
    assertThat(log).isEmpty();
  }

  @Test
  void onlyWorkersOfTheShareAreGiven() throws IOException {
    WorkerSource shared = leases.source(WorkerSource.file(directory, "1,3-4,200-300"));
    acquire(request(8, "other")).release(new long[] {1, 2, 3, 4});
    Files.createFile(recordOf(2));
    assertThat(Stream.generate(() -> shared.acquire(request(8, "host")).worker()).limit(3))
        .containsExactly(1, 3, 4);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> shared.acquire(request(8, "host")))
        .withMessageStartingWith(
            "no worker is free, because running processes hold all: workers=8, share=1,3-4,200-300,"
                + " ");
    assertThat(log).isEmpty();
  }

  @Test
  void sparesAreOfTheShareAndNotExcluded() {
    WorkerSource shared = leases.source(WorkerSource.file(directory, "0-1"));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> shared.acquire(claimWithSpare(8, 2)));
    WorkerRequest request = claimWithSpare(8, 1);
    WorkerRequest excluding =
        new WorkerRequest(
            request.layout(), 8, 4, 4, request.tick(), request.horizon(), "host", 1, Set.of(1));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> shared.acquire(excluding));
    assertThat(shared.acquire(request).worker()).isZero();
  }

  @Test
  void layoutIsCheckedOutsideOfTheShare() {
    acquire(request(8, "host")).release(new long[] {1, 2, 3, 4});
    WorkerRequest other =
        new WorkerRequest("layout B", 8, 4, 1_000_000, Duration.ofMinutes(1), "host");
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> WorkerSource.file(directory, "4-7").acquire(other))
        .withMessageContainingAll("layout A", "layout B");
  }

  /** The highest numbers that a file name may have exceed an int. */
  @Test
  void layoutIsCheckedHoweverHighTheNumberIs() throws IOException {
    acquire(request(8, "host")).release(new long[] {1, 2, 3, 4});
    WorkerRequest other =
        new WorkerRequest("layout B", 1, 4, 1_000_000, Duration.ofMinutes(1), "host");
    for (String number : List.of("7", "2147483647", "2147483648", "9999999999")) {
      Path highest = directory.resolve("worker-" + number + ".grant");
      Files.move(recordOf(0), highest);
      assertThatExceptionOfType(WorkerSourceException.class)
          .as(number)
          .isThrownBy(() -> acquire(other))
          .withMessageContainingAll("layout A", "layout B");
      Files.move(highest, recordOf(0));
    }
  }
}
