package io.snowbraid.sample;

import io.snowbraid.IdParts;
import java.time.Instant;
import java.util.List;

/**
 * What an import came to.
 *
 * @param imported what was imported as entities
 * @param addedBySql how many cities were added in SQL
 * @param ids how many ids the tables have
 * @param duplicates how many of them another row has, too
 * @param spread their spread over shards
 * @param picture the same as a path of SVG
 * @param stepTimeline the timeline of the first id after the clock's step
 * @param lanes what each lane issued
 * @param city a city that everybody knows
 */
record ReportFigures(
    CityImport.Result imported,
    int addedBySql,
    int ids,
    long duplicates,
    ShardSpread spread,
    String picture,
    int stepTimeline,
    List<LaneUse> lanes,
    OneCity city) {

  static final int SHARDS = 1024;

  /** The cities that a lane issued. */
  record LaneUse(int rollback, int timeline, long cities, Instant from, Instant to) {

    public String lane() {
      return Formats.lane(rollback, timeline);
    }

    public String span() {
      return Formats.time(from) + " to " + Formats.time(to);
    }
  }

  record OneCity(String name, long id, IdParts parts) {}

  public long rowsPerSecond() {
    return (imported.countries() + imported.cities()) * 1_000L / imported.time().toMillis();
  }

  public long stepMicros() {
    return imported.step().delay().toNanos() / 1_000;
  }

  /** For people: the step takes less than the second that other texts begin with. */
  public String timeLost() {
    return Formats.format("%.1f ms", stepMicros() / 1_000.0);
  }

  public long meanPerShard() {
    return Math.round(ids / (double) SHARDS);
  }
}
