package io.snowbraid.earlier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.Snowflake;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.DurableFile;
import io.snowbraid.job.PastIds;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens files that a later version has written in a format that this one does not know. */
class LaterFormatTest {

  private static final String UPGRADE = "; upgrade Snowbraid in this process";

  @TempDir private Path directory;

  private static String rejection(Path file) throws IOException {
    return "file must not have a later format than this version reads: file="
        + file.toRealPath()
        + ", format=2, latest known format=1"
        + UPGRADE;
  }

  /** Makes a file one of the next format, with the right checksum. */
  private static void raise(Path file) throws IOException {
    List<String> lines = new ArrayList<>(DurableFile.read(file));
    lines.set(0, lines.get(0).replaceFirst(" 1$", " 2"));
    lines.add("more");
    DurableFile.write(file, lines);
  }

  private Path only(String pattern) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(pattern))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void workersOfALaterFormatAreNotPassedOver() throws IOException {
    WorkerSource workers = WorkerSource.file(directory);
    Snowflake.builder().worker(workers).build().close();
    Path file = only("worker-0.grant");
    raise(file);
    byte[] before = Files.readAllBytes(file);
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> Snowflake.builder().worker(workers).build())
        .withMessageContaining(rejection(file));
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> PastIds.open(workers))
        .withMessageContaining(rejection(file));
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void tagsOfALaterFormatAreRejected() throws IOException {
    SegmentSource segments = SegmentSource.file(directory);
    assertThat(segments.draw("orders", 10).first()).isEqualTo(1);
    Path file = only("segment-[0-9a-f]+");
    raise(file);
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> segments.draw("orders", 1))
        .withMessage(rejection(file));
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(segments::tags)
        .withMessage(rejection(file));
    assertThat(segments.draw("others", 1).first()).isEqualTo(1);
  }

  @Test
  void directoryOfALaterFormatIsRejected() throws IOException {
    SegmentSource segments = SegmentSource.file(directory);
    assertThat(segments.draw("orders", 10).first()).isEqualTo(1);
    Path file = only("segments.id");
    raise(file);
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> segments.draw("orders", 1))
        .withMessage(rejection(file));
  }
}
