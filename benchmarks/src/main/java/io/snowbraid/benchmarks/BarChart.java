package io.snowbraid.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A chart of horizontal bars, written as SVG for light and for dark pages. */
final class BarChart {

  private static final int WIDTH = 720;
  private static final int LABELS = 270;
  private static final int VALUES = 110;
  private static final int BAR = 16;
  private static final int GAP = 8;
  private static final int HEAD = 40;

  /** The colours of a page. */
  private enum Page {
    LIGHT("", "#1f2328", "#2563eb", "#a3aab2"),
    DARK("-dark", "#e6edf3", "#6ea8fe", "#59636e");

    private final String suffix;
    private final String text;
    private final String ours;
    private final String others;

    Page(String suffix, String text, String ours, String others) {
      this.suffix = suffix;
      this.text = text;
      this.ours = ours;
      this.others = others;
    }
  }

  private record Bar(String label, double length, String value, boolean isOurs) {}

  private final String title;
  private final List<Bar> bars = new ArrayList<>();

  BarChart(String title) {
    this.title = title;
  }

  /**
   * Adds a bar below the others.
   *
   * @param label what it is; empty for another bar of the same group
   * @param value what is written at its end
   */
  void add(String label, double length, String value, boolean isOurs) {
    bars.add(new Bar(label, length, value, isOurs));
  }

  /** Writes both files beside the results of a run. */
  void write(Path results, String name) {
    try {
      for (Page page : Page.values()) {
        Files.writeString(results.resolveSibling(name + page.suffix + ".svg"), svg(page));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String svg(Page page) {
    double longest = Math.max(1e-9, bars.stream().mapToDouble(Bar::length).max().orElse(1));
    StringBuilder body = new StringBuilder();
    int y = HEAD;
    for (Bar bar : bars) {
      y += bar.label.isEmpty() ? 0 : GAP;
      double length = bar.length / longest * (WIDTH - LABELS - VALUES);
      body.append(text(LABELS - 8, y + 13, "end", bar.label));
      body.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
              LABELS,
              y + 1,
              Math.max(1, length),
              BAR - 2,
              bar.isOurs ? page.ours : page.others));
      body.append(text((int) (LABELS + length) + 6, y + 13, "start", bar.value));
      y += BAR;
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13" fill="%s">
    <title>%s</title>
    <text x="0" y="20" font-size="15" font-weight="600">%s</text>
    %s</svg>
    """
        .formatted(WIDTH, y + GAP, page.text, escape(title), escape(title), body);
  }

  private static String text(int x, int y, String anchor, String text) {
    return text.isEmpty()
        ? ""
        : "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n"
            .formatted(x, y, anchor, escape(text));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
