package io.snowbraid.worker.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdChecker;
import io.snowbraid.Snowflake;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Simulates the processes of each row in the table of docs/layouts.md: of up to 100 tables, up to
 * 250 run at once, each with a clock of its own that steps, and in every third table one is
 * restarted.
 */
class ScaleLayoutsTest {

  private static final Pattern ROW =
      Pattern.compile(
          "^\\| ([\\d,]+)(?: regions| databases)? \\| ([\\d,]+) \\| `([^`]+)` \\| (.*?) \\|"
              + " ([\\d,]+) \\| ([\\d,]+) \\|$",
          Pattern.MULTILINE);
  private static final int IDS = 20;

  /** A row of the table. */
  private record Choice(
      int tables, int processes, Layout layout, String shares, int ids, int uniform) {

    static Choice of(MatchResult row) {
      return new Choice(
          number(row.group(1)),
          number(row.group(2)),
          Layout.parse(row.group(3)),
          row.group(4),
          number(row.group(5)),
          number(row.group(6)));
    }

    private static int number(String text) {
      return Integer.parseInt(text.replace(",", ""));
    }

    /** Returns how many processes of a table run in the simulation; each looks at all workers. */
    int running() {
      return Math.min(processes, 250);
    }

    /** Returns how many of the tables are simulated: neighbours, whose shares might overlap. */
    int simulated() {
      return Math.min(tables, 100);
    }

    /** Returns the share of a table. */
    String share(int table) {
      return processes * table + "-" + (processes * (table + 1) - 1);
    }

    /** Returns what the page shows: the shares of the first two tables and of the last. */
    String shownShares() {
      return tables == 1
          ? "all"
          : "`%s`, `%s`, ... `%s`".formatted(share(0), share(1), share(tables - 1));
    }
  }

  private final Random random = new Random(1);

  static Stream<Choice> choices() throws IOException {
    return ROW.matcher(Files.readString(Path.of("../docs/layouts.md"))).results().map(Choice::of);
  }

  @Test
  void pageHasItsRows() throws IOException {
    assertThat(choices()).hasSize(6);
  }

  @ParameterizedTest
  @MethodSource("choices")
  void figuresOfThePageAreThoseOfTheLayout(Choice choice) {
    assertThat(choice.shares).isEqualTo(choice.shownShares());
    assertThat((long) choice.ids).isEqualTo(choice.layout.minIdsPerTick());
    assertThat(choice.tables * choice.processes).isLessThanOrEqualTo(choice.layout.workers());
  }

  @ParameterizedTest
  @MethodSource("choices")
  @Tag("slow")
  void processesOfDifferentTablesShareNoId(Choice choice) {
    List<long[]> ids = new ArrayList<>();
    for (int table = 0; table < choice.simulated(); table++) {
      ids.addAll(idsOfTable(choice, table));
    }
    long[] all = ids.stream().flatMapToLong(LongStream::of).toArray();
    IdChecker.requireUnique(all, choice.simulated() * choice.running() * IDS);
  }

  private List<long[]> idsOfTable(Choice choice, int table) {
    RecordedWorkers<?> workers =
        RecordedWorkers.of(new MapRecords(), "default").withWorkers(choice.share(table));
    List<long[]> ids = new ArrayList<>();
    List<Snowflake> processes = new ArrayList<>();
    try {
      for (int i = 0; i < choice.running(); i++) {
        processes.add(process(choice.layout, workers));
        ids.add(processes.get(i).nextIds(IDS / 2));
      }
      if (table % 3 == 0) { // restarted
        processes.get(0).close();
        processes.set(0, process(choice.layout, workers));
      }
      processes.forEach(process -> ids.add(process.nextIds(IDS / 2)));
      return ids;
    } finally {
      processes.forEach(Snowflake::close);
    }
  }

  private Snowflake process(Layout layout, WorkerSource workers) {
    int offset = random.nextInt(100);
    return Snowflake.builder()
        .layout(layout)
        .worker(workers)
        .clock(() -> Instant.now().plusMillis(offset - random.nextInt(50)))
        .build();
  }
}
