package io.snowbraid.keyed;

import static io.snowbraid.keyed.ExampleRows.ONE;
import static io.snowbraid.keyed.ExampleRows.raise;
import static io.snowbraid.keyed.ExampleRows.server;
import static io.snowbraid.keyed.ExampleRows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.internal.DurableFile;
import io.snowbraid.internal.ProcessFileLock;
import io.snowbraid.keyed.SlotRecord.Change;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a directory adds to the contract of all stores. */
class FileKeyedStoreTest {

  @TempDir private Path temp;

  private Path directory() {
    return temp.resolve("numbers");
  }

  private Path log() {
    return directory().resolve("sequences.log");
  }

  private KeyedStore open() {
    return KeyedStore.file(directory());
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static KeyedStoreException rejected(Path directory) {
    try (KeyedStore store = KeyedStore.file(directory)) {
      throw new AssertionError("was opened: servers=" + store.servers());
    } catch (KeyedStoreException e) {
      return e;
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDiskIsAnErrorThatSaysWhatToDo() throws Exception {
    Files.createDirectories(directory());
    Files.createSymbolicLink(directory().resolve("sequences.log.next.new"), Path.of("/dev/full"));
    assertThat(rejected(directory()))
        .hasMessageEndingWith("No space left on device; free some space on its disk");
  }

  /** Raises slots 1 and 2, and returns how long the file was before the last of two writes. */
  private int writeTwice() throws IOException {
    try (KeyedStore store = open()) {
      store.createSlots();
    }
    try (KeyedStore store = open()) {
      assertThat(store.replace(List.of(raise(1), raise(2)))).isEqualTo(set(1, 2));
      int length = (int) Files.size(log());
      assertThat(store.replace(List.of(raise(raise(1).after()), raise(3)))).isEqualTo(set(1, 3));
      return length;
    }
  }

  private List<SlotRecord> rows() {
    try (KeyedStore store = open()) {
      assertThat(store.slots()).hasSize(KeySlot.COUNT);
      return store.slots(List.of(1, 2, 3));
    }
  }

  @Test
  void writeThatACrashCutOffIsDropped() throws IOException {
    int length = writeTwice();
    byte[] whole = Files.readAllBytes(log());
    List<SlotRecord> before = List.of(raise(1).after(), raise(2).after(), SlotRecord.unused(3));
    for (int end : new int[] {length, length + 1, length + 50, whole.length - 1}) {
      Files.write(log(), Arrays.copyOf(whole, end));
      assertThat(rows()).as("cut off at byte %d", end).isEqualTo(before);
    }
    Files.write(log(), whole);
    assertThat(rows())
        .containsExactly(raise(raise(1).after()).after(), raise(2).after(), raise(3).after());
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    int length = writeTwice();
    byte[] damaged = Files.readAllBytes(log());
    damaged[length - 3] ^= 1;
    Files.write(log(), damaged);
    assertThat(rejected(directory()))
        .hasMessageStartingWith("sequences.log must be undamaged: directory=" + directory())
        .hasMessageContaining("checksum is wrong at byte ")
        .hasMessageEndingWith(
            "; restore the directory from a copy of its latest state, and call"
                + " KeyedStore.acceptMove(directory) once");
    assertThat(Files.readAllBytes(log())).isEqualTo(damaged);
  }

  @Test
  void fewRowsCostFewBytes() throws IOException {
    try (KeyedStore store = open()) {
      store.createSlots();
      long empty = Files.size(log());
      SlotRecord row = SlotRecord.unused(7);
      for (int i = 0; i < 10; i++) {
        assertThat(store.replace(List.of(raise(row)))).isEqualTo(set(7));
        row = raise(row).after();
      }
      assertThat(Files.size(log())).isBetween(empty + 500, empty + 1500);
    }
  }

  @Test
  void fileThatGrewIsWrittenAnew() throws IOException {
    List<SlotRecord> rows;
    try (KeyedStore store = open()) {
      store.createSlots();
      rows = store.slots();
      long largest = 0;
      while (Files.size(log()) >= largest) {
        largest = Files.size(log());
        assertThat(largest).isLessThan(3L * KeyedLog.MAX_ADDED);
        List<Change> changes = rows.stream().map(found -> raise(found)).toList();
        assertThat(store.replace(changes).cardinality()).isEqualTo(KeySlot.COUNT);
        rows = changes.stream().map(Change::after).toList();
      }
      assertThat(largest).isGreaterThan(KeyedLog.MAX_ADDED);
      assertThat(store.replace(List.of(raise(rows.get(7))))).isEqualTo(set(7));
    }
    try (KeyedStore store = open()) {
      assertThat(store.slots(List.of(7, 8)))
          .containsExactly(raise(rows.get(7)).after(), rows.get(8));
    }
  }

  @Test
  void fileIsWrittenAnewAfterAWriteThatFailed() throws IOException {
    Path file = temp.resolve("rows");
    List<SlotRecord> rows = new ArrayList<>(List.of(SlotRecord.unused(7)));
    SlotRecord raised = raise(7).after();
    KeyedLog log = new KeyedLog(file, () -> rows);
    log.append(List.of(raised));
    log.close(); // as if the disk had failed
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> log.append(List.of(raised)));
    log.append(List.of(SlotRecord.unused(8)));
    log.append(List.of(SlotRecord.unused(9)));
    log.close();
    assertThat(KeyedFrames.rows(Files.readAllBytes(file)))
        .extracting(SlotRecord::slot)
        .containsExactly(7, 8, 9);
  }

  @Test
  void serversHaveEndedWhenTheStoreIsOpenedAgain() {
    try (KeyedStore store = open()) {
      store.createSlots();
      assertThat(store.add(server(ONE, "a"))).isTrue();
      assertThat(store.replace(List.of(raise(7)))).isEqualTo(set(7));
    }
    try (KeyedStore store = open()) {
      assertThat(store.servers())
          .singleElement()
          .matches(server -> server.id().equals(ONE))
          .matches(server -> server.state() == ServerRecord.State.ENDED);
      ServerRecord ended = store.servers().get(0);
      assertThat(store.replace(ended, ended.withState(ended.state(), "b"))).isTrue();
      assertThat(store.remove(ended.withState(ended.state(), "b"))).isTrue();
      assertThat(store.servers()).isEmpty();
    }
  }

  @Test
  void directoryIsUsedByOneServerAtATime() {
    try (KeyedStore store = open()) {
      store.createSlots();
      assertThat(rejected(directory()))
          .hasMessageStartingWith(
              "directory of sequences must be used by only one server at a time: directory="
                  + directory()
                  + "; stop the other server, or give this one its own directory, or both a"
                  + " database");
    }
  }

  @Test
  void closedStoreFails() {
    KeyedStore store = open();
    try (store) {
      store.createSlots();
    }
    store.close(); // again, which does nothing
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store.replace(List.of(raise(7))))
        .withMessageStartingWith("keyed store is closed: directory=");
    assertThatExceptionOfType(KeyedStoreException.class).isThrownBy(store::slots);
    assertThat(rows().get(0)).isEqualTo(SlotRecord.unused(1));
  }

  @Test
  void copiedDirectoryIsRejectedUntilTheMoveIsAccepted() throws IOException {
    writeTwice();
    Path moved = temp.resolve("moved");
    copy(directory(), moved);
    assertThat(rejected(moved))
        .hasMessageStartingWith("directory of sequences must not be copied, moved or restored")
        .hasMessageEndingWith("call KeyedStore.acceptMove(directory) once");
    KeyedStore.acceptMove(moved);
    try (KeyedStore store = KeyedStore.file(moved)) {
      assertThat(store.slots(List.of(2))).containsExactly(raise(2).after());
    }
  }

  @Test
  void deletedFilesAreRejected() throws IOException {
    writeTwice();
    byte[] log = Files.readAllBytes(log());
    Files.delete(log());
    assertThat(rejected(directory()))
        .hasMessageStartingWith("sequences.log must not be deleted: directory=");
    Files.write(log(), log);
    Files.delete(directory().resolve("sequences.id"));
    assertThat(rejected(directory())).hasMessageStartingWith("sequences.id must not be deleted");
  }

  @Test
  void newDirectoryMayBeLeftAtAnyPoint() throws IOException {
    Files.createDirectories(directory());
    KeyedLog.create(log());
    try (KeyedStore store = open()) {
      store.createSlots();
    }
    assertThat(rows()).hasSize(3);
  }

  @Test
  void fileThatWasReplacedIsNotWrittenTo() throws IOException {
    try (KeyedStore store = open()) {
      store.createSlots();
      Path other = Files.copy(log(), temp.resolve("other"));
      Files.move(other, log(), StandardCopyOption.REPLACE_EXISTING);
      assertThatExceptionOfType(KeyedStoreException.class)
          .isThrownBy(() -> store.replace(List.of(raise(7))))
          .withMessageContaining("it was replaced: file=");
      Files.delete(log());
      assertThatExceptionOfType(KeyedStoreException.class)
          .isThrownBy(() -> store.replace(List.of(raise(7))))
          .withMessageContaining("it was deleted: file=");
      assertThat(store.slots(List.of(7))).containsExactly(SlotRecord.unused(7));
    }
  }

  @Test
  void deletedLockFileEndsTheUseOfTheDirectory() throws IOException {
    try (KeyedStore store = open()) {
      store.createSlots();
      Files.delete(directory().resolve("sequences.lock"));
      assertThatExceptionOfType(KeyedStoreException.class)
          .isThrownBy(() -> store.replace(server(ONE, "a"), server(ONE, "b")))
          .withMessageStartingWith("sequences.lock must not be deleted or replaced: directory=");
    }
    assertThat(rejected(directory()))
        .hasMessageStartingWith("directory must not be deleted or replaced while a process uses it")
        .hasMessageContaining("found=nothing; stop all servers that use the directory, restore");
  }

  @Test
  void deletedDirectoryDoesNotBeginAgain() throws IOException {
    writeTwice();
    Files.move(directory(), temp.resolve("trash"));
    assertThat(rejected(directory()))
        .hasMessageStartingWith("directory must not be deleted or replaced while a process uses it")
        .hasMessageContaining("KeyedStore.acceptMove(directory)");
    assertThat(directory()).doesNotExist();
    Files.move(temp.resolve("trash"), directory());
    assertThat(rows()).contains(raise(2).after());
  }

  @Test
  void writerThatIsInterruptedWrites() throws IOException {
    try (KeyedStore store = open()) {
      Thread.currentThread().interrupt();
      store.createSlots();
      assertThat(store.replace(List.of(raise(7)))).isEqualTo(set(7));
      assertThat(Thread.interrupted()).isTrue();
    }
    try (KeyedStore store = open()) {
      assertThat(store.slots(List.of(7))).containsExactly(raise(7).after());
    }
  }

  @Test
  void directoryThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    assertThat(rejected(file))
        .hasMessageStartingWith(
            "directory must be readable and writable: directory="
                + file
                + ", java.nio.file.NotDirectoryException");
  }

  @Test
  void ownerThatWouldBreakTheFileIsRejected() {
    try (KeyedStore store = open()) {
      store.createSlots();
      SlotRecord before = SlotRecord.unused(7);
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(
              () -> store.replace(List.of(new Change(before, before.next(5, "a b\n8 9 1 ")))))
          .withMessageStartingWith("owner of a slot must contain only visible ASCII characters");
    }
    assertThat(rows()).hasSize(3);
  }

  @Test
  void lockIsFreeAfterAFailedStart() throws IOException {
    writeTwice();
    Files.delete(log());
    assertThat(rejected(directory())).isNotNull();
    ProcessFileLock lock =
        ProcessFileLock.tryLock(directory().toRealPath().resolve("sequences.lock"));
    assertThat(lock).isNotNull();
    lock.release();
  }

  @Test
  void emptyPathIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyedStore.file(Path.of("")))
        .withMessageStartingWith("directory must not be blank");
  }

  private KeyedStoreException laterFormat(Path file, String text) throws IOException {
    byte[] before = Files.readAllBytes(file);
    Files.writeString(file, text);
    KeyedStoreException rejection = rejected(directory());
    Files.write(file, before);
    return rejection;
  }

  @Test
  void directoryOfALaterFormatIsRejected() throws IOException {
    writeTwice();
    String later =
        "file must not have a later format than this version reads: file="
            + log().toRealPath()
            + ", format=2, latest known format=1; upgrade Snowbraid in this process";
    String text = Files.readString(log(), StandardCharsets.US_ASCII);
    assertThat(laterFormat(log(), text.replaceFirst(" 1\n", " 2\nmore\n"))).hasMessage(later);
    assertThat(laterFormat(log(), "snowbraid sequences 2")) // whatever follows the name
        .hasMessage(later);
    assertThat(laterFormat(log(), "snowbraid 2"))
        .hasMessageStartingWith("sequences.log must be undamaged");
    Path id = directory().resolve("sequences.id");
    List<String> lines = new ArrayList<>(DurableFile.read(id));
    lines.set(0, lines.get(0).replaceFirst(" 1$", " 2"));
    lines.add("more");
    DurableFile.write(id, lines);
    assertThat(rejected(directory()))
        .hasMessageStartingWith("file must not have a later format than this version reads: file=")
        .hasMessageContaining("sequences.id, format=2");
  }

  @Test
  void directoryThatWasRejectedIsTriedAgain() throws IOException {
    writeTwice();
    Path moved = temp.resolve("moved");
    copy(directory(), moved);
    try (KeyedStore store = KeyedStore.file(moved)) {
      assertThatExceptionOfType(KeyedStoreException.class).isThrownBy(store::servers);
      KeyedStore.acceptMove(moved);
      assertThat(store.slots(List.of(2))).containsExactly(raise(2).after());
    }
  }
}
