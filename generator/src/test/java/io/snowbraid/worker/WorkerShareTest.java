package io.snowbraid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerShareTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "5; 5",
        "0-3; 0 1 2 3",
        "0-1,8-9; 0 1 8 9",
        "0, 2, 4-4; 0 2 4",
        "7-20; 7 8 9",
        "0-999999999; 0 1 2 3 4 5 6 7 8 9"
      })
  void rangesIncludeBothEnds(String text, String expected) {
    WorkerShare share = WorkerShare.parse(text);
    List<Integer> workers = Arrays.stream(expected.split(" ")).map(Integer::valueOf).toList();
    assertThat(IntStream.range(0, 10).filter(share::contains).boxed().toList()).isEqualTo(workers);
    assertThat(share.size(10)).isEqualTo(workers.size());
    assertThat(IntStream.range(0, workers.size()).map(share::get).boxed().toList())
        .isEqualTo(workers);
    assertThat(share).hasToString(text);
  }

  @Test
  void allHasEveryWorkerOfAnyLayout() {
    assertThat(WorkerShare.ALL.size(128)).isEqualTo(128);
    assertThat(WorkerShare.ALL.size(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    assertThat(WorkerShare.ALL.get(127)).isEqualTo(127);
    assertThat(WorkerShare.ALL.contains(Integer.MAX_VALUE)).isTrue();
    assertThat(WorkerShare.ALL.contains(-1)).isFalse();
    assertThat(WorkerShare.ALL).hasToString("all");
  }

  @Test
  void placesOutsideAreRejected() {
    WorkerShare share = WorkerShare.parse("3-4,9");
    assertThat(share.get(2)).isEqualTo(9);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> share.get(3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> share.get(-1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "3-1",
        "0-3,2-5",
        "4,1",
        "1,,2",
        "-1",
        "1-",
        "1-2-3",
        "9999999999",
        "1 2"
      })
  void anythingElseIsRejected(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerShare.parse(text))
        .withMessage(
            "workers must be ascending numbers or ranges without overlap, but are "
                + text
                + "; write them as 0-63, 5 or 0-3,8-11");
  }
}
