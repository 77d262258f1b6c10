package io.snowbraid.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Reports on entities that Hibernate stores with ids of each kind. */
final class EntitySections {

  private final BenchmarkOptions.Entities settings;

  EntitySections(BenchmarkOptions settings) {
    this.settings = settings.entities();
  }

  String stored() {
    InsertComparison h2 = h2();
    InsertComparison postgres = postgres();
    MarkdownTable table =
        MarkdownTable.ofFigures(
            List.of("identifier", "H2, ms", "x assigned", "PostgreSQL, ms", "x assigned"));
    for (IdStrategy kind : IdStrategy.values()) {
      table.add(
          List.of(
              kind.label(),
              h2.millis(kind),
              h2.ratio(kind),
              postgres.millis(kind),
              postgres.ratio(kind)));
    }
    return String.format(
        Locale.ROOT,
        """
        ## Storing %,d entities with Hibernate

        One transaction, JDBC batches of %d, through a pool; H2 in memory, PostgreSQL on the same machine without fsync. Medians of %d rounds in which all take turns, after %d to warm up; "x" is the median of the ratios inside a round, with the range of the middle half.

        %s\
        """,
        settings.entities(),
        EntityStore.BATCH,
        settings.rounds(),
        settings.warmups(),
        table);
  }

  private InsertComparison h2() {
    try (EntityStore store = EntityStore.h2(IdStrategy.values())) {
      return new InsertComparison(store, settings);
    }
  }

  private InsertComparison postgres() {
    try (EmbeddedPostgres server = EmbeddedPostgres.start();
        EntityStore store = EntityStore.of(server.getPostgresDatabase(), IdStrategy.values())) {
      return new InsertComparison(store, settings);
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL must start: " + e.getMessage(), e);
    }
  }

  String startUp() {
    MarkdownTable table =
        MarkdownTable.ofFigures(List.of("identifier", "ms", "ms more than assigned"));
    List<StartupTimes> all =
        StartupTimes.race(List.of(IdStrategy.ASSIGNED, IdStrategy.SNOWBRAID), settings.starts());
    for (StartupTimes one : all) {
      table.add(
          List.of(
              one.kind().label(),
              MeasuredValue.number(one.median()),
              MeasuredValue.number(one.medianAbove(all.get(0)))));
    }
    return """
    ## Start of an application with Hibernate

    From the start of a JVM until the first entity is stored in H2, class loading and tables included; the kinds take turns, medians of %d starts each.

    %s\
    """
        .formatted(settings.starts(), table);
  }
}
