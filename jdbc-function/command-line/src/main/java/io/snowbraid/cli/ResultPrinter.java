package io.snowbraid.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;

/** Prints rows as a table for people or as JSON for machines. */
final class ResultPrinter extends TextPrinter {

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  /** Prints text for people; nothing with {@code --json}. */
  @Override
  void say(String text) {
    if (!json) {
      super.say(text);
    }
  }

  /** Makes a row of keys, each followed by its value. */
  static Map<String, Object> row(Object... cells) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i += 2) {
      row.put((String) cells[i], cells[i + 1]);
    }
    return row;
  }

  /** Prints rows that have the same columns, whose names are those in JSON. */
  void print(List<Map<String, Object>> rows) {
    PrintWriter out = out();
    if (json) {
      ObjectWriter writer = new ObjectMapper().writerWithDefaultPrettyPrinter();
      out.println(TerminalText.json(writer.writeValueAsString(rows)));
    } else if (!rows.isEmpty()) {
      printTable(rows, out);
    }
    out.flush();
  }

  private static void printTable(List<Map<String, Object>> rows, PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(rows.get(0).keySet().stream().map(ResultPrinter::heading).toList());
    rows.forEach(row -> lines.add(row.values().stream().map(ResultPrinter::cell).toList()));
    int columns = lines.get(0).size();
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        text.append(padded(line.get(column), width(lines, column)));
      }
      out.println(text.toString().stripTrailing());
    }
  }

  /** Turns a JSON key such as {@code lastSeen} into a heading for people. */
  private static String heading(String key) {
    return key.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String cell(Object value) {
    return TerminalText.line(value.toString());
  }

  private static int width(List<List<String>> lines, int column) {
    return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length() + 2);
  }
}
