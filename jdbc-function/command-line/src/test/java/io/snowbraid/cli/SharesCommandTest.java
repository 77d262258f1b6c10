package io.snowbraid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerShare;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesCommandTest extends CommandLineFixture {

  @Test
  void threeRegions() {
    assertThat(run("shares", "3")).isZero();
    assertThat(out.toString().lines())
        .startsWith(
            "region  generators  setting",
            "1       42          snowbraid.workers=0-41",
            "2       42          snowbraid.workers=42-83",
            "3       42          snowbraid.workers=84-125")
        .anyMatch(line -> line.endsWith("Unused workers: 2."));
  }

  @Test
  void roomIsLeftForLaterRegions() {
    assertThat(run("shares", "2", "--room-for", "4")).isZero();
    assertThat(printed()).contains("=0-31", "=32-63").doesNotContain("=64");
  }

  @Test
  void oneWorkerEach() {
    assertThat(run("shares", "128", "--json")).isZero();
    assertThat(json().get(127).get("setting").asString()).isEqualTo("snowbraid.workers=127");
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "7", "64", "127", "128"})
  void sharesAreReadableAndDisjoint(int regions) {
    assertThat(run("shares", String.valueOf(regions), "--json")).isZero();
    Set<Integer> seen = new HashSet<>();
    json().forEach(row -> addAll(row.get("setting").asString().replaceFirst(".*=", ""), seen));
    assertThat(seen)
        .hasSize(Layout.DEFAULT.workers() / regions * regions)
        .allMatch(worker -> worker < Layout.DEFAULT.workers());
  }

  private static void addAll(String text, Set<Integer> seen) {
    WorkerShare share = WorkerShare.parse(text);
    for (int i = 0; i < share.size(Layout.DEFAULT.workers()); i++) {
      assertThat(seen.add(share.get(i))).as(text).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"2", "129"})
  void roomForFewerOrTooManyIsRejected(String later) {
    assertThat(run("shares", "3", "--room-for", later)).isEqualTo(2);
    assertThat(err.toString()).contains("--room-for must be between 3 and 128, but is " + later);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, -1", "129, 129"})
  void tooManyOrTooFewAreRejected(String regions, String named) {
    assertThat(run("shares", "--", regions)).isEqualTo(2);
    assertThat(err.toString()).contains("regions must be between 1 and 128, but is " + named);
  }
}
