package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

  @Test
  void tablesAreMarkdown() {
    MarkdownTable table = MarkdownTable.ofFigures(List.of("entrant", "ns"));
    table.add(List.of("one", MeasuredValue.of(12.34, 0.5, 12).withError()));
    assertThat(table).hasToString("| entrant | ns |\n| --- | ---: |\n| one | 12.3 ± 0.50 |\n");
  }

  @Test
  void failedFiguresSayWhyAndHaveNoRatio() {
    MeasuredValue failed = MeasuredValue.failed("broken").dividedBy(2);
    assertThat(failed.withError()).isEqualTo("failed: broken");
    assertThat(failed.times(MeasuredValue.of(1, 0, 1))).isEmpty();
    assertThat(MeasuredValue.of(1, 0, 1).times(failed)).isEmpty();
  }

  @Test
  void idsThatCannotBeSharedOutAreNotCounted() {
    assertThat(
            new BurstParameters(BenchmarkedGenerator.SNOWBRAID, 100, 8, ThreadKind.PLATFORM, 0)
                .issued())
        .isEqualTo(96);
    assertThat(
            new BurstParameters(BenchmarkedGenerator.SNOWBRAID, 100, 8, ThreadKind.PLATFORM, 5)
                .issued())
        .isEqualTo(80);
  }

  @Test
  void scenariosAreChosenByName() {
    assertThat(Scenario.parse("")).containsExactly(Scenario.values());
    assertThat(Scenario.parse("bulk, one-thread"))
        .isEqualTo(EnumSet.of(Scenario.ONE_THREAD, Scenario.BULK));
    assertThatThrownBy(() -> Scenario.parse("bulk,bulky"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("scenario=bulky");
  }

  @Test
  void headerNamesEveryEntrantWithItsVersion() {
    BenchmarkOptions settings =
        new BenchmarkOptions(true, EnumSet.allOf(Scenario.class), Path.of("unused"));
    String text = ReportHeader.text(settings);
    for (BenchmarkedGenerator entrant : BenchmarkedGenerator.values()) {
      assertThat(text).contains("| " + entrant.label() + " | ");
    }
    assertThat(text).doesNotContain("${").doesNotContain("| ? |");
  }

  @Test
  void sectionThatFailsLeavesTheOthersTheirValues() {
    ReportSections.Section broken =
        () -> {
          throw new IllegalStateException("server must start");
        };
    assertThat(ReportSections.attempt("Server", broken)).startsWith("## Server\n\nFailed");
  }
}
