package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.Snippet;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Reads the snippets of a page, and compiles them together. */
final class Snippets {

  private static final Path ROOT = Path.of("../..");

  private Snippets() {}

  static List<Snippet> of(String page, String language) throws IOException {
    return Snippet.of(ROOT.resolve(page), language);
  }

  /** Returns a public class whose method {@code run} has the statements of a snippet. */
  static String runnable(String name, String parameters, Snippet snippet) {
    return """
    %s
    public class %s {
      public static void run(%s) {
        %s
      }
    }
    """
        .formatted(snippet.imports(), name, parameters, snippet.code());
  }

  /** Compiles sources by the names of their public classes; the loader has these classes. */
  static URLClassLoader compile(Path directory, Map<String, String> sources) throws IOException {
    List<String> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = directory.resolve(source.getKey() + ".java");
      files.add(Files.writeString(file, source.getValue()).toString());
    }
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "-proc:none",
                    "-d",
                    directory.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                files.stream())
            .toArray(String[]::new);
    int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments);
    assertThat(status).as("compiles: %s", sources).isZero();
    return new URLClassLoader(new URL[] {directory.toUri().toURL()});
  }
}
