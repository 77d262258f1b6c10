package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.internal.ProcessFileLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a directory adds to the contract of all sources. */
class FileSegmentSourceTest {

  @TempDir private Path temp;

  private Path directory() {
    return temp.resolve("numbers");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private Path record() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files
          .filter(file -> file.getFileName().toString().matches("segment-[0-9a-f]+"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void nextProcessGoesOnWhereTheLastDrew() {
    assertThat(SegmentSource.file(directory()).draw("orders", 10).first()).isEqualTo(1);
    assertThat(SegmentSource.file(directory()).draw("orders", 10).first()).isEqualTo(11);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDiskIsAnErrorThatSaysWhatToDo() throws IOException {
    Files.createDirectories(directory());
    Files.createSymbolicLink(directory().resolve("segments.id.next.new"), Path.of("/dev/full"));
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> SegmentSource.file(directory()).draw("orders", 10))
        .withMessageEndingWith("No space left on device; free some space on its disk");
  }

  @Test
  void copiedDirectoryIsRejectedUntilTheMoveIsAccepted() throws IOException {
    SegmentSource original = SegmentSource.file(directory());
    assertThat(original.draw("orders", 10).first()).isEqualTo(1);
    Path moved = temp.resolve("moved");
    copy(directory(), moved);
    SegmentSource copy = SegmentSource.file(moved);
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> copy.draw("orders", 10))
        .withMessageStartingWith("directory of segments must not be copied, moved or restored")
        .withMessageEndingWith("call SegmentSource.acceptMove(directory) once");
    SegmentSource.acceptMove(moved);
    assertThat(copy.draw("orders", 10).first()).isEqualTo(11);
  }

  @Test
  void damagedRecordIsNotRepairedSilently() throws IOException {
    SegmentSource source = SegmentSource.file(directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(1);
    Files.writeString(record(), Files.readString(record()).replace("11 1", "01 1"));
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source.draw("orders", 10))
        .withMessageStartingWith("record of a tag must be undamaged: file=")
        .withMessageContaining("checksum is wrong");
    assertThat(source.draw("others", 1).first()).isEqualTo(1);
  }

  @Test
  void deletedIdentityIsRejected() throws IOException {
    SegmentSource source = SegmentSource.file(directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(1);
    Files.delete(directory().resolve("segments.id"));
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source.draw("orders", 10))
        .withMessageStartingWith("segments.id must not be deleted");
  }

  @Test
  void deletedIdentityIsRejectedAlthoughThereAreNoRecords() throws IOException {
    SegmentSource source = SegmentSource.file(directory());
    assertThat(source.tags()).isEmpty();
    Files.delete(directory().resolve("segments.id"));
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source.draw("orders", 10))
        .withMessageStartingWith("segments.id must not be deleted");
  }

  private void assertLost(SegmentSource source, String found) {
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source.draw("invoices", 1))
        .withMessageStartingWith(
            "directory must not be deleted or replaced while a process uses it: file=")
        .withMessageContaining("segments.lock, found=" + found + "; stop all processes on")
        .withMessageEndingWith("and advance each tag past all numbers in use");
  }

  @Test
  void deletedDirectoryStaysLostUntilItIsBack() throws IOException {
    SegmentSource source = SegmentSource.file(directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(1);
    Path trash = temp.resolve("trash");
    Files.move(directory(), trash);
    assertLost(source, "nothing");
    assertLost(SegmentSource.file(temp.resolve(".").resolve("numbers")), "nothing");
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> SegmentSource.acceptMove(directory()));
    assertThat(directory()).doesNotExist();
    Files.move(trash, directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(11);
  }

  @Test
  void directoryThatReplacedTheDeletedOneIsRejectedUntilItIsAccepted() throws IOException {
    SegmentSource source = SegmentSource.file(directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(1);
    Path trash = temp.resolve("trash");
    Files.move(directory(), trash);
    Files.createDirectory(directory());
    assertLost(source, "nothing");
    Files.delete(directory());
    copy(trash, directory());
    assertLost(source, "another one");
    SegmentSource.acceptMove(directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(11);
  }

  @Test
  void directoryThatAnotherProcessDoesNotUnlockIsNotWaitedForWithoutEnd() throws IOException {
    SegmentSource source = SegmentSource.file(directory());
    assertThat(source.draw("orders", 10).first()).isEqualTo(1);
    ProcessFileLock lock =
        ProcessFileLock.tryLock(directory().toRealPath().resolve("segments.lock"));
    try {
      assertThatExceptionOfType(SegmentSourceException.class)
          .isThrownBy(() -> source.draw("orders", 10))
          .withMessageStartingWith("lock was not released within 5000 ms: file=")
          .withMessageContaining("lock was not released within 5000 ms: file=");
    } finally {
      lock.release();
    }
  }

  @Test
  void directoryThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> SegmentSource.file(file).tags())
        .withMessageStartingWith(
            "directory must be readable and writable: directory="
                + file
                + ", java.nio.file.NotDirectoryException");
  }

  @Test
  void tagsOfAnyScriptHaveFilesOfTheirOwn() {
    SegmentSource source = SegmentSource.file(directory());
    List<String> tags = List.of("../a", "a", "a/b", "\u00FC", "\uD83D\uDE00");
    tags.forEach(tag -> assertThat(source.create(tag, 7)).isTrue());
    assertThat(source.tags()).containsExactlyInAnyOrderElementsOf(tags);
    assertThat(temp).isDirectoryContaining(path -> path.equals(directory()));
  }
}
