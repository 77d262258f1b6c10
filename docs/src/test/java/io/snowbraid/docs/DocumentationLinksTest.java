package io.snowbraid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Links between Markdown files lead to existing files and headings, and the types that they name
 * exist.
 */
class DocumentationLinksTest {

  private static final Pattern CODE_BLOCK =
      Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern CODE = Pattern.compile("`[^`\\n]+`");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|\\b(?:src|srcset)=\"([^\"]+)\"");
  private static final Pattern REMOTE = Pattern.compile("[a-z]+:.*");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);
  private static final Pattern ANCHOR = Pattern.compile("<a name=\"([^\"]+)\"");

  /**
   * Pages for readers of the code. Each name that looks like a type must be one of ours or one of
   * the foreign types below.
   */
  private static final List<String> PAGES_WITH_TYPES =
      List.of(
          "ARCHITECTURE.md",
          "docs/decisions.md",
          "docs/evidence.md",
          "docs/glossary.md",
          "docs/traps.md",
          "benchmarks/README.md");

  private static final Set<String> FOREIGN_TYPES = Set.of("Cleaner", "Optional", "System");

  /** A type, optionally with a member. */
  private static final Pattern TYPE_NAME =
      Pattern.compile("`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.([A-Za-z]\\w*))?(?:\\(\\))?`");

  private static final Pattern TEST_NAME = Pattern.compile("`(\\w+Test)`(?! \\(\\*slow)");

  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");

  /** Returns the broken links of a page. */
  private static List<String> brokenLinks(Path page) throws IOException {
    String text = CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
    text = CODE.matcher(text).replaceAll("");
    return LINK.matcher(text)
        .results()
        .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
        .filter(link -> !REMOTE.matcher(link).matches())
        .filter(link -> !leadsSomewhere(page, link))
        .toList();
  }

  /** Tells whether a file exists, and has the heading after the hash sign. */
  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    if (!Files.exists(target)) {
      return false;
    }
    try {
      return parts.length == 1 || anchors(Files.readString(target)).contains(parts[1]);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the anchors that GitHub generates for the headings of a page, and those that the page
   * defines itself.
   */
  private static Set<String> anchors(String page) {
    String text = CODE_BLOCK.matcher(page).replaceAll("");
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> counts = new HashMap<>();
    for (MatchResult heading : HEADING.matcher(text).results().toList()) {
      String anchor = anchor(heading.group(1));
      int before = counts.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    ANCHOR.matcher(text).results().forEach(anchor -> anchors.add(anchor.group(1)));
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<Path> pages = Pages.files(".md");
    assertThat(pages).hasSizeGreaterThan(15);
    for (Path page : pages) {
      assertThat(brokenLinks(page)).as("broken links of %s", page).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'[a](there.md)', ''",
    "'[a](there.md#some-heading)', ''",
    "'[a](there.md#some-heading-1)', ''",
    "'[a](there.md#set-by-hand)', ''",
    "'[a](#here)', ''",
    "'[a](https://example.org/nothing)', ''",
    "'`[a](code.md)`', ''",
    "'[a](gone.md)', gone.md",
    "'[a](there.md#no-heading)', there.md#no-heading",
    "'[a](there.md#in-a-block)', there.md#in-a-block",
    "'[a](there.md#some-heading-2)', there.md#some-heading-2",
    "'[a](#nowhere)', #nowhere",
    "'<img src=\"gone.webp\">', gone.webp",
  })
  void brokenLinksAreFound(String text, String broken, @TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("there.md"),
        """
        # Some *heading*!
        ## Some heading
        <a name="set-by-hand"></a>
        ```sh
        # in a block
        ```
        """);
    Path page = Files.writeString(folder.resolve("page.md"), "# Here\n" + text + "\n");
    assertThat(brokenLinks(page)).isEqualTo(broken.isEmpty() ? List.of() : List.of(broken));
  }

  @Test
  void everyTypeExists() throws IOException {
    Map<String, String> sources = sources();
    for (String page : PAGES_WITH_TYPES) {
      Set<String> unknown = unknownTypes(Files.readString(Pages.ROOT.resolve(page)), sources);
      assertThat(unknown).as("unknown types in %s", page).isEmpty();
    }
  }

  @Test
  void unknownTypesAreFound() {
    Map<String, String> sources = Map.of("Known", "class Known { int size() {} }");
    String page =
        "`Known` `Known.size` `Known.size()` `Known.gone` `Gone` `Gone.too` `SQL` `Cleaner`";
    assertThat(unknownTypes(page, sources)).containsExactly("Gone", "Gone.too", "Known.gone");
  }

  @Test
  void testsThatVerifyLeavesOutAreMarkedInTheEvidence() throws IOException {
    Map<String, String> sources = sources();
    String page = Files.readString(Pages.ROOT.resolve("docs/evidence.md"));
    assertThat(unmarked(page, sources)).isEmpty();
    assertThat(unmarked(page.replace("`AlloyTest` (*slow*)", "`AlloyTest`"), sources))
        .contains("AlloyTest");
  }

  /** Returns the slow tests that a page names in rows, without a mark behind or in the kind. */
  private static Set<String> unmarked(String page, Map<String, String> sources) {
    return page.lines()
        .filter(line -> line.startsWith("|") && !line.matches("\\|[^|]*\\(\\*slow\\*\\).*"))
        .flatMap(line -> TEST_NAME.matcher(line).results())
        .map(name -> name.group(1))
        .filter(name -> isSlow(name, sources.getOrDefault(name, "")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isSlow(String test, String source) {
    return Pattern.compile(
            "@Tag\\(\"(slow|endurance|end-to-end|soak)\"\\)[^{]*\\bclass " + test + "\\b")
        .matcher(source)
        .find();
  }

  /** Returns the text of the files that declare each type, by the name of the type. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (Path file : Pages.files(".java")) {
      String text = Files.readString(file);
      for (MatchResult declaration : DECLARATION.matcher(text).results().toList()) {
        sources.merge(declaration.group(1), text, String::concat);
      }
    }
    return sources;
  }

  private static Set<String> unknownTypes(String page, Map<String, String> sources) {
    Predicate<MatchResult> isKnown =
        name -> {
          String text = sources.get(name.group(1));
          String member = name.group(2);
          return FOREIGN_TYPES.contains(name.group(1))
              || (text != null && (member == null || text.matches("(?s).*\\b" + member + "\\b.*")));
        };
    Stream<MatchResult> names = TYPE_NAME.matcher(page).results();
    return names
        .filter(isKnown.negate())
        .map(name -> name.group().replaceAll("[`()]", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
