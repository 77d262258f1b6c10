package io.snowbraid.benchmarks;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares the ways to generate ids, database by database. */
final class SqlSection {

  private final BenchmarkOptions settings;
  private final JmhRunner runner;

  SqlSection(BenchmarkOptions settings, JmhRunner runner) {
    this.settings = settings;
    this.runner = runner;
  }

  /** Measures all databases; this takes minutes. */
  String measure() {
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of(
                "database",
                "id",
                "one by one",
                "x sequence",
                "many rows",
                "x sequence",
                "INSERT .. SELECT",
                "x sequence"));
    for (SqlDatabase database : SqlDatabase.values()) {
      addRows(table, database);
    }
    return """
    ## Ids in SQL, databases in memory, one connection

    Ids and rows a second; "many rows" and INSERT .. SELECT with %,d rows a statement. Where there is no sequence, "x" compares with random numbers.

    %s\
    """
        .formatted(SqlBenchmark.ROWS, table);
  }

  private void addRows(MarkdownTable table, SqlDatabase database) {
    Map<SqlIdStrategy, List<MeasuredValue>> figures = new EnumMap<>(SqlIdStrategy.class);
    for (SqlIdStrategy issuer : SqlIdStrategy.values()) {
      if (database.has(issuer)) {
        figures.put(issuer, figures(database, issuer));
      }
    }
    SqlIdStrategy base =
        database.has(SqlIdStrategy.SEQUENCE) ? SqlIdStrategy.SEQUENCE : SqlIdStrategy.RANDOM;
    List<MeasuredValue> bases = figures.getOrDefault(base, List.of());
    figures.forEach((issuer, own) -> table.add(row(database, issuer, own, bases)));
  }

  private List<MeasuredValue> figures(SqlDatabase database, SqlIdStrategy issuer) {
    return List.of(
        runner.sql(settings, database, issuer, "one"),
        runner.sql(settings, database, issuer, "set"),
        runner.sql(settings, database, issuer, "insert"));
  }

  private static List<String> row(
      SqlDatabase database,
      SqlIdStrategy issuer,
      List<MeasuredValue> own,
      List<MeasuredValue> base) {
    return List.of(
        database.label(),
        database.expression(issuer),
        rate(own.get(0)),
        own.get(0).times(base.get(0)),
        rate(own.get(1)),
        own.get(1).times(base.get(1)),
        rate(own.get(2)),
        own.get(2).times(base.get(2)));
  }

  private static String rate(MeasuredValue figure) {
    return figure.failure().isEmpty()
        ? String.format(Locale.ROOT, "%,.0f", figure.median())
        : figure.withError();
  }
}
