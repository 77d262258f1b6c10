package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown: the first column is text, the others are figures. */
final class Table {

  private final List<List<String>> rows = new ArrayList<>();

  Table(List<String> header) {
    rows.add(List.copyOf(header));
    List<String> line = new ArrayList<>(Collections.nCopies(header.size(), "---:"));
    line.set(0, "---");
    rows.add(line);
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
