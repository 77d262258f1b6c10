package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A test slice has the same parts in both starters: these files are not shared, because their names
 * differ.
 */
class TestSliceNamesTest {

  private static final String FOLDER = "src/main/resources/META-INF/spring";

  private static Map<String, String> slices(Path starter) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(starter.resolve(FOLDER))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.contains(".test.autoconfigure.")) {
          contents.put(name, Files.readString(file));
        }
      }
    }
    return contents;
  }

  private static Properties names() throws IOException {
    Properties names = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of("boot-3-names.properties"))) {
      names.load(reader);
    }
    return names;
  }

  private static String renamed(String name, Properties names) {
    String prefix = name.substring(0, name.indexOf("AutoConfigure"));
    return names.getProperty(prefix, prefix) + name.substring(prefix.length());
  }

  @Test
  void slicesHaveTheSameParts() throws IOException {
    Properties names = names();
    Map<String, String> expected = new TreeMap<>();
    slices(Path.of("..", "spring-boot-starter"))
        .forEach((name, parts) -> expected.put(renamed(name, names), parts));
    assertThat(expected).hasSizeGreaterThanOrEqualTo(6);
    assertThat(slices(Path.of(""))).isEqualTo(expected);
  }
}
