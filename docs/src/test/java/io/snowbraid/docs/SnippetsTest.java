package io.snowbraid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import io.snowbraid.testing.Snippet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Java snippets of all pages compile as printed, with the imports that they show. */
class SnippetsTest {

  /** What snippets take from their surroundings; the pages say so. */
  private static final Map<String, String> FREE_VARIABLES =
      Map.ofEntries(
          Map.entry("createdAt", "java.time.Instant"),
          Map.entry("dataSource", "javax.sql.DataSource"),
          Map.entry("from", "java.time.Instant"),
          Map.entry("id", "long"),
          Map.entry("ids", "io.snowbraid.Snowflake"),
          Map.entry("jooq", "org.jooq.DSLContext"),
          Map.entry("key", "String"),
          Map.entry("n", "long"),
          Map.entry("otherDataSource", "javax.sql.DataSource"),
          Map.entry("segments", "io.snowbraid.segment.SegmentGenerators"),
          Map.entry("servers", "String"),
          Map.entry("session", "org.hibernate.Session"),
          Map.entry("settings", "java.util.Map<String, Object>"),
          Map.entry("times", "java.util.List<java.time.Instant>"),
          Map.entry("to", "java.time.Instant"),
          Map.entry("workers", "io.snowbraid.worker.WorkerSource"),
          Map.entry("ITEM", "org.jooq.Table<org.jooq.Record>"),
          Map.entry("ID", "org.jooq.Field<Long>"),
          Map.entry("NAME", "org.jooq.Field<String>"));

  private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record) ([A-Z]\\w*)");
  private static final Pattern IMPORTED = Pattern.compile("(\\w+);");

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** The class path of this test; the compiler reads it only once. */
  private static StandardJavaFileManager libraries;

  @BeforeAll
  static void openLibraries() {
    libraries = COMPILER.getStandardFileManager(null, null, null);
  }

  @AfterAll
  static void closeLibraries() throws IOException {
    libraries.close();
  }

  /** A snippet as the compiler reads it. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String page, int number, String text) {
      super(URI.create("page:/" + page + "/snippet" + number + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /**
   * Returns the sources of a page's snippets. A snippet may use types that earlier ones declare;
   * one that declares such a type again begins another example, in another package.
   */
  private static List<Source> sources(String page, List<Snippet> snippets) {
    List<Source> sources = new ArrayList<>();
    Set<String> declared = new HashSet<>();
    int example = 1;
    for (Snippet snippet : snippets) {
      int number = sources.size() + 1;
      Set<String> types = names(DECLARATION, snippet.code());
      if (types.stream().anyMatch(declared::contains)) {
        example++;
        declared.clear();
      }
      declared.addAll(types);
      String name = page.replaceAll("\\W", "_") + example;
      String code = snippet.declaresTypes() ? snippet.code() : inMethod(number, snippet.code());
      String text = "package %s;\n%s%s".formatted(name, snippet.imports(), code);
      sources.add(new Source(page, number, text));
    }
    return sources;
  }

  /** Free variables are fields, because a statement may declare a variable of the same name. */
  private static String inMethod(int number, String statements) {
    String fields =
        FREE_VARIABLES.entrySet().stream()
            .filter(variable -> uses(statements, variable.getKey()))
            .map(variable -> variable.getValue() + " " + variable.getKey() + "; ")
            .collect(Collectors.joining());
    return "class Snippet%d { %s void run() throws Exception {\n%s} }"
        .formatted(number, fields, statements);
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(name -> name.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the errors in sources, each with its page and the snippet's number on it. */
  private static List<String> errors(List<Source> sources) throws IOException {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none", // Micronaut's annotations need no processor to compile
            "-Xlint:none",
            "--should-stop=ifError=FLOW"); // reports errors of all snippets at once
    JavacTask task = (JavacTask) COMPILER.getTask(null, libraries, found, options, null, sources);
    task.analyze();
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }

  private static Set<String> unusedImports(Snippet snippet) {
    Set<String> unused = names(IMPORTED, snippet.imports());
    unused.removeIf(name -> uses(snippet.code(), name));
    return unused;
  }

  private static boolean uses(String code, String name) {
    return Pattern.compile("\\b" + name + "\\b").matcher(code).find();
  }

  @Test
  void snippetsCompileAsPrinted() throws IOException {
    List<Source> sources = new ArrayList<>();
    for (Path page : Pages.files(".md")) {
      List<Snippet> snippets = Snippet.of(page, "java");
      assertThat(snippets).allSatisfy(snippet -> assertThat(unusedImports(snippet)).isEmpty());
      sources.addAll(sources(Pages.ROOT.relativize(page).toString(), snippets));
    }
    assertThat(sources).hasSizeGreaterThan(30);
    assertThat(errors(sources)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "import java.util.List;, List<String> names = List.of();, ''",
    "import java.util.List;, 'class Names { List<String> names; }', ''",
    "'', List<String> names = List.of();, class List",
    "'', 'class Names { List<String> names; }', class List",
    "'', String name = unknown;, variable unknown",
    "'', long number = workers;, incompatible types",
  })
  void errorsAreFound(String imports, String code, String error) throws IOException {
    List<Snippet> snippets = List.of(Snippet.parse(imports + "\n\n" + code + "\n"));
    List<String> errors = errors(sources("docs/page.md", snippets));
    if (error.isEmpty()) {
      assertThat(errors).isEmpty();
    } else {
      assertThat(errors.get(0)).contains("docs/page.md/snippet1", error);
    }
  }

  @Test
  void snippetsUseTypesOfEarlierOnes() throws IOException {
    Snippet type = Snippet.parse("record Name(String text) {}\n");
    Snippet use = Snippet.parse("Name name = new Name(\"\");\n");
    assertThat(errors(sources("page.md", List.of(type, use, type, use)))).isEmpty();
    assertThat(errors(sources("page.md", List.of(use)))).isNotEmpty();
  }

  @Test
  void unusedImportsAreFound() {
    Snippet snippet =
        Snippet.parse("import java.util.List;\nimport java.util.Map;\n\nList<Long> ids;\n");
    assertThat(unusedImports(snippet)).containsExactly("Map");
  }
}
