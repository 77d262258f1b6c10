package io.snowbraid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of settings has those that the code has, with the same conflicts. */
class SettingsPageTest {

  private static final Map<Origin, String> WORDS =
      Map.of(
          Origin.NUMBER, "number",
          Origin.DIRECTORY, "directory",
          Origin.TABLE, "table",
          Origin.ZOOKEEPER, "ZooKeeper");

  private static List<String> rows() throws IOException {
    return Files.readAllLines(Path.of("settings.md")).stream()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split(" \\| "))
        .map(cells -> cells[0].substring(2) + " " + cells[2])
        .toList();
  }

  private static String row(Setting setting) {
    return "`%s` %s".formatted(setting.key(), workers(setting));
  }

  private static String workers(Setting setting) {
    if (setting.isUsedWith(Origin.SUPPLIED)) {
      return setting.isUsedWith(Origin.NUMBER) ? "any" : "lease";
    }
    return Arrays.stream(Origin.values())
        .filter(setting::isUsedWith)
        .map(WORDS::get)
        .collect(Collectors.joining(", "));
  }

  @Test
  void tableIsThatOfTheCode() throws IOException {
    assertThat(rows())
        .containsExactlyElementsOf(
            Arrays.stream(Setting.values()).map(SettingsPageTest::row).toList());
  }
}
