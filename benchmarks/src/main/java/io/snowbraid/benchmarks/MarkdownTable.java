package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown. */
final class MarkdownTable {

  private final List<List<String>> rows = new ArrayList<>();

  private MarkdownTable(List<String> header, String alignment) {
    rows.add(List.copyOf(header));
    List<String> line = new ArrayList<>(Collections.nCopies(header.size(), alignment));
    line.set(0, "---");
    rows.add(line);
  }

  static MarkdownTable ofText(String... header) {
    return new MarkdownTable(List.of(header), "---");
  }

  /** Creates a table of numbers; its first column is text. */
  static MarkdownTable ofFigures(List<String> header) {
    return new MarkdownTable(header, "---:");
  }

  void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
    return text.toString();
  }
}
