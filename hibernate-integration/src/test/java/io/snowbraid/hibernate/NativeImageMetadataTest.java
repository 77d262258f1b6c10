package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.JdbcWorkerSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The metadata for native images names only existing types, all types that Hibernate looks up, and
 * all scripts for databases.
 */
@Tag("current-orm")
class NativeImageMetadataTest {

  private static final String METADATA =
      "/META-INF/native-image/io.snowbraid/snowbraid-hibernate/reachability-metadata.json";
  private static final Path SERVICES = Path.of("src/main/resources/META-INF/services");

  private static JsonNode metadata() throws IOException {
    try (InputStream stream = NativeImageMetadataTest.class.getResourceAsStream(METADATA)) {
      return new ObjectMapper().readTree(stream);
    }
  }

  private static List<Path> services() throws IOException {
    try (Stream<Path> files = Files.list(SERVICES)) {
      return files.toList();
    }
  }

  @Test
  void typesAndConstructorsExist() throws Exception {
    int constructors = 0;
    for (JsonNode entry : metadata().get("reflection")) {
      if (entry.get("type").isString()) {
        Class<?> type = Class.forName(entry.get("type").asString());
        for (JsonNode method : entry.get("methods")) {
          List<Class<?>> parameters = new ArrayList<>();
          for (JsonNode parameter : method.get("parameterTypes")) {
            parameters.add(Class.forName(parameter.asString()));
          }
          assertThat(type.getConstructor(parameters.toArray(Class<?>[]::new))).isNotNull();
          constructors++;
        }
      } else {
        Class.forName(entry.get("type").get("proxy").get(0).asString());
      }
    }
    assertThat(constructors).isEqualTo(6);
  }

  @Test
  void allProvidersAreListed() throws IOException {
    String text = metadata().toString();
    assertThat(services()).isNotEmpty();
    for (Path service : services()) {
      assertThat(text).contains("META-INF/services/" + service.getFileName());
      for (String provider : Files.readAllLines(service)) {
        assertThat(text).contains("\"" + provider + "\"");
      }
    }
  }

  /** Of the module snowbraid-jdbc, which is a jar or a folder here. */
  private static List<String> scripts() throws Exception {
    Path place =
        Path.of(JdbcWorkerSource.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      return scripts(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return scripts(jar.getPath("/"));
    }
  }

  private static List<String> scripts(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".sql"))
          .toList();
    }
  }

  @Test
  void allScriptsAreIncluded() throws Exception {
    List<PathMatcher> globs = new ArrayList<>();
    for (JsonNode resource : metadata().get("resources")) {
      globs.add(FileSystems.getDefault().getPathMatcher("glob:" + resource.get("glob").asString()));
    }
    assertThat(scripts())
        .hasSizeGreaterThan(8)
        .allMatch(script -> globs.stream().anyMatch(glob -> glob.matches(Path.of(script))));
  }
}
