package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that data does not begin anew in the working directory because a setting is empty. */
class NamedDirectoryTest {

  static Stream<Function<Path, Object>> stores() {
    return Stream.of(
        WorkerSource::file, directory -> WorkerSource.file(directory, "0-63"), SegmentSource::file);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void emptyPathIsRejected(Function<Path, Object> store) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.apply(Path.of("")))
        .withMessage("directory must not be blank; use . for the working directory");
  }

  @Test
  void workingDirectoryCanBeNamed() {
    assertThat(NamedDirectory.require(Path.of("."))).isEqualTo(Path.of("."));
  }
}
