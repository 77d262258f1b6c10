package io.snowbraid.sample;

import io.snowbraid.layout.IdParts;
import java.time.Instant;
import java.util.List;

/**
 * The figures of an import.
 *
 * @param imported the result of the import of entities
 * @param addedBySql the number of cities added in SQL
 * @param ids the number of ids in the tables
 * @param duplicates the number of ids that another row has, too
 * @param spread their distribution over shards
 * @param picture the same as an SVG path
 * @param stepTimeline the timeline of the first id after the clock's step
 * @param lanes the cities of each lane
 * @param city a well-known city
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

  /** The cities whose ids a lane issued. */
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

  /**
   * Returns the same in milliseconds, because it is less than the seconds that other durations are
   * shown in.
   */
  public String timeLost() {
    return Formats.format("%.1f ms", stepMicros() / 1_000.0);
  }

  public long meanPerShard() {
    return Math.round(ids / (double) SHARDS);
  }
}
