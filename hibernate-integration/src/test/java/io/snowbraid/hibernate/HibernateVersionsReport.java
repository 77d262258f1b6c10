package io.snowbraid.hibernate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** Prints how many tests passed with each version of Hibernate, as a Markdown table. */
final class HibernateVersionsReport {

  private static final String LINE = "hibernate-";

  /** The results by test class, then by version of Hibernate. */
  private final Map<String, Map<String, String>> passed = new TreeMap<>();

  private final List<String> lines = new ArrayList<>();

  private HibernateVersionsReport() {}

  /**
   * Prints the table.
   *
   * @param arguments the folder that has a folder of test reports for each version
   */
  public static void main(String[] arguments) throws Exception {
    HibernateVersionsReport report = new HibernateVersionsReport();
    for (Path line : files(Path.of(arguments[0]), LINE)) {
      report.read(line);
    }
    new PrintStream(System.out, true, StandardCharsets.UTF_8).println(report);
  }

  private static List<Path> files(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  private void read(Path folder) throws IOException, ParserConfigurationException, SAXException {
    String line = folder.getFileName().toString().substring(LINE.length());
    lines.add(line);
    for (Path file : files(folder, "TEST-")) {
      Element suite =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
      int tests = number(suite, "tests") - number(suite, "skipped");
      int failed = number(suite, "failures") + number(suite, "errors");
      String name = suite.getAttribute("name").replaceFirst(".*\\.", "");
      passed
          .computeIfAbsent(name, unused -> new TreeMap<>())
          .put(line, tests - failed + " of " + tests);
    }
  }

  private static int number(Element suite, String attribute) {
    return Integer.parseInt(suite.getAttribute(attribute));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, "tests", lines);
    append(text, "---", Collections.nCopies(lines.size(), "---"));
    passed.forEach(
        (name, cells) ->
            append(text, name, lines.stream().map(line -> cells.getOrDefault(line, "")).toList()));
    return text.toString();
  }

  private static void append(StringBuilder text, String first, List<String> cells) {
    text.append("| ").append(first).append(" | ").append(String.join(" | ", cells)).append(" |\n");
  }
}
