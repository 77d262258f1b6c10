package io.snowbraid.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The snippets on the page about frameworks are code of these tests. */
class FrameworksPageTest {

  private static final Path HERE =
      Path.of("../spring-boot-starter/src/test/java/io/snowbraid/frameworks");
  private static final Path PAGE = Path.of("../../docs/frameworks.md");
  private static final Pattern SNIPPET = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void snippetsAreThoseOfTheTests() throws IOException {
    List<String> snippets =
        SNIPPET.matcher(read(PAGE)).results().map(snippet -> snippet.group(1)).toList();
    assertThat(snippets).hasSize(3);
    try (Stream<Path> files = Files.list(HERE)) {
      String tests = files.map(FrameworksPageTest::read).reduce("", String::concat);
      assertThat(withoutSpace(tests))
          .contains(snippets.stream().map(FrameworksPageTest::withoutSpace).toList());
    }
  }
}
