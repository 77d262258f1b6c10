package io.snowbraid.earlier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Continues with directories of workers and segments that earlier versions have used. */
class EarlierDirectoryTest {

  static final String NAME = "directories";

  @TempDir private Path directory;

  /** Returns a store in two directories. */
  static StoreUse in(Path directory) {
    return new StoreUse(
        WorkerSource.file(directory.resolve("workers")),
        SegmentSource.file(directory.resolve("segments")));
  }

  static Stream<EarlierData> data() throws IOException {
    return EarlierData.all(NAME);
  }

  private Issued unpack(EarlierData data) throws IOException {
    return Issued.read(data.unpack(directory));
  }

  @ParameterizedTest
  @MethodSource("data")
  void directoriesOfAnEarlierVersionGoOn(EarlierData data) throws Exception {
    Issued issued = unpack(data);
    SegmentSource.acceptMove(directory.resolve("segments"));
    in(directory).goOnAfter(issued);
  }

  /** The archive is a copy, and the identity that an earlier version has written says so. */
  @ParameterizedTest
  @MethodSource("data")
  void copiesOfAnEarlierVersionAreRejected(EarlierData data) throws Exception {
    StoreUse copy = in(directory);
    assertThat(unpack(data).last("tag orders")).isPositive();
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> copy.segments().draw("orders", 1))
        .withMessageStartingWith("directory of segments must not be copied, moved or restored");
  }

  /** The test finds ids that are issued again: here, after the records were deleted. */
  @ParameterizedTest
  @MethodSource("data")
  void lossOfTheRecordsIsNoticed(EarlierData data) throws Exception {
    Issued issued = unpack(data);
    try (Stream<Path> files = Files.list(directory.resolve("workers"))) {
      for (Path record : files.filter(file -> file.toString().endsWith(".grant")).toList()) {
        Files.delete(record);
      }
    }
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> in(directory).goOnAfter(issued))
        .withMessageContaining("ids of the same worker and lane before");
  }
}
