package io.snowbraid.wrong;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.JavaProcess;
import io.snowbraid.testing.Programs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The starter for another major version of Spring Boot stops the startup, and names the right one.
 */
class WrongBootTest {

  private static final String TARGET = "spring-boot-3-starter" + File.separator + "target";

  private static String own() {
    return TARGET + File.separator + "classes";
  }

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private static String started(List<String> classPath) throws IOException, InterruptedException {
    String path = String.join(File.pathSeparator, classPath);
    return Programs.output(1, JavaProcess.with("-cp", path, Application.class.getName()));
  }

  @Test
  void starterOfBoot4OnBoot3() throws Exception {
    Path other = Path.of("..", "spring-boot-starter", "target", "classes");
    assertThat(other).isNotEmptyDirectory();
    List<String> classPath = new ArrayList<>(classPath());
    assertThat(classPath.removeIf(entry -> entry.endsWith(own()))).isTrue();
    classPath.add(other.toString());
    assertThat(started(classPath))
        .contains("APPLICATION FAILED TO START")
        .contains("snowbraid-spring-boot-starter is for Spring Boot 4, but the application uses")
        .contains("Spring Boot 3.5.")
        .contains("Replace the dependency with io.snowbraid:snowbraid-spring-boot-3-starter.");
  }

  @Test
  void starterOfBoot3OnBoot4() throws Exception {
    List<String> classPath = new ArrayList<>();
    try (Stream<Path> jars = Files.list(Path.of("target", "boot-4"))) {
      jars.map(Path::toString).forEach(classPath::add);
    }
    assertThat(classPath).isNotEmpty();
    String spring = File.separator + "org" + File.separator + "springframework" + File.separator;
    classPath().stream().filter(entry -> !entry.contains(spring)).forEach(classPath::add);
    assertThat(started(classPath))
        .contains("APPLICATION FAILED TO START")
        .contains("snowbraid-spring-boot-3-starter is for Spring Boot 3, but the application uses")
        .contains("Spring Boot 4.")
        .contains("Replace the dependency with io.snowbraid:snowbraid-spring-boot-starter.");
  }
}
