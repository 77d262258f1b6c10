package io.snowbraid.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the layouts that docs/coming-from.md advises for tables with old ids. */
final class AdvisedLayouts {

  private static final Path PAGE = Path.of("../docs/coming-from.md");
  private static final Pattern EPOCH = Pattern.compile("(?<=epoch=)[^,]+");

  private AdvisedLayouts() {}

  static Layout of(String row) throws IOException {
    return Layout.parse(text(row));
  }

  /** Returns the layout for old and new processes that run side by side. */
  static Layout oneDayEarlier(String row) throws IOException {
    return Layout.parse(
        EPOCH
            .matcher(text(row))
            .replaceFirst(
                epoch -> Instant.parse(epoch.group()).minus(Duration.ofDays(1)).toString()));
  }

  private static String text(String row) throws IOException {
    Matcher matcher =
        Pattern.compile("^\\| " + row + "[^|]*\\| `([^`]*)` \\|$", Pattern.MULTILINE)
            .matcher(Files.readString(PAGE));
    assertThat(matcher.find()).as("row %s", row).isTrue();
    return matcher.group(1);
  }
}
