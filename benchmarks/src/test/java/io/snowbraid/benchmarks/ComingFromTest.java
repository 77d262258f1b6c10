package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layouts that docs/migration.md advises for tables with old ids issue larger ids. */
class ComingFromTest {

  private static Layout advised(String row) throws IOException {
    Matcher matcher =
        Pattern.compile("^\\| " + row + "[^|]*\\| `([^`]*)` \\|$", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("../docs/migration.md")));
    assertThat(matcher.find()).as("row %s", row).isTrue();
    return Layout.parse(matcher.group(1));
  }

  @ParameterizedTest
  @CsvSource({
    "TSID, HYPERSISTENCE",
    "TSID, TSID_CREATOR",
    "CosId, COSID_MILLIS",
    "Leaf, HUTOOL",
    "Leaf, MYBATIS_PLUS"
  })
  void newIdsAreAboveThoseOfTheSameTime(String row, BenchmarkedGenerator entrant)
      throws IOException {
    Layout layout = advised(row);
    IdSupplier peer = entrant.open();
    try {
      long[] ids = LongStream.generate(peer::next).limit(1_000).toArray();
      Instant now = Instant.now();
      long largest = Arrays.stream(ids).max().orElseThrow();
      long smallest = Arrays.stream(ids).min().orElseThrow();
      assertThat(layout.minId(now.plusSeconds(2))).isGreaterThan(largest);
      assertThat(layout.maxId(now.minusSeconds(60))).isLessThan(smallest);
    } finally {
      peer.close();
    }
  }
}
