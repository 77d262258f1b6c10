package io.snowbraid.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.Snippet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The snippets on the page about frameworks are code of these tests, or of the projects of {@code
 * .ci/extra/strangers}.
 */
class FrameworksPageTest {

  private static final Path HERE =
      Path.of("../spring-boot-starter/src/test/java/io/snowbraid/frameworks");
  private static final Path STRANGERS = Path.of("../../.ci/extra/strangers.d");
  private static final Path PAGE = Path.of("../../docs/frameworks.md");

  /** A line that stands for the snippet with this text. */
  private static final Pattern MARK = Pattern.compile("snippet: docs/frameworks.md java (.+)");

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

  private static String readAll(Stream<Path> files) {
    return files
        .filter(Files::isRegularFile)
        .map(FrameworksPageTest::read)
        .reduce("", String::concat);
  }

  private static List<String> ofStrangers() throws IOException {
    try (Stream<Path> files = Files.walk(STRANGERS)) {
      return MARK.matcher(readAll(files)).results().map(mark -> mark.group(1)).toList();
    }
  }

  @Test
  void snippetsAreThoseOfTheTests() throws IOException {
    List<String> marks = ofStrangers();
    List<String> snippets =
        Snippet.of(PAGE, "java").stream()
            .map(Snippet::code)
            .filter(snippet -> marks.stream().noneMatch(snippet::contains))
            .toList();
    assertThat(snippets).hasSize(3);
    try (Stream<Path> files = Files.list(HERE)) {
      assertThat(withoutSpace(readAll(files)))
          .contains(snippets.stream().map(FrameworksPageTest::withoutSpace).toList());
    }
  }
}
