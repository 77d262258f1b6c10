package io.snowbraid.sample;

import java.util.stream.Collectors;

/** Writes the report as plain text. */
final class ReportText {

  private ReportText() {}

  static String of(ReportFigures figures) {
    return String.join(
        System.lineSeparator(),
        rows(figures),
        Formats.format(
            "Ids       %,d, %,d of them duplicates", figures.ids(), figures.duplicates()),
        shards(figures.spread()),
        clock(figures),
        lanes(figures),
        oneId(figures.city()),
        "Cities: GeoNames (geonames.org), CC BY 4.0");
  }

  private static String rows(ReportFigures figures) {
    return Formats.format(
        "Rows      %,d cities in %,d countries imported as entities, %,d rows a second;%n"
            + "          %,d cities added in SQL by NEXT_SNOWFLAKE()",
        figures.imported().cities(),
        figures.imported().countries(),
        figures.rowsPerSecond(),
        figures.addedBySql());
  }

  private static String shards(ShardSpread spread) {
    return Formats.format(
        "Shards    id %% %d: %d ids in the smallest shard, %d in the largest,%n"
            + "          chi-square %.2f per degree of freedom",
        ReportFigures.SHARDS, spread.smallest(), spread.largest(), spread.chiSquarePerDegree());
  }

  private static String clock(ReportFigures figures) {
    return Formats.format(
        "Clock     stepped back %d minutes in the middle of the import;%n"
            + "          the next id came after %,d microseconds, on timeline %d",
        CityImport.STEP.abs().toMinutes(), figures.stepMicros(), figures.stepTimeline());
  }

  private static String lanes(ReportFigures figures) {
    return figures.lanes().stream()
        .map(
            lane ->
                Formats.format(
                    "          rollback %d, timeline %d: %,7d cities from %s to %s",
                    lane.rollback(), lane.timeline(), lane.cities(), lane.from(), lane.to()))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String oneId(ReportFigures.OneCity city) {
    return Formats.format(
        "One id    %s is %d:%n"
            + "          time %s, rollback %d, timeline %d, worker %d, sequence %d",
        city.name(),
        city.id(),
        city.parts().time(),
        city.parts().rollback(),
        city.parts().timeline(),
        city.parts().worker(),
        city.parts().sequence());
  }
}
