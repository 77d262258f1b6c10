package io.snowbraid.sample;

import io.snowbraid.IdParts;
import io.snowbraid.Snowflake;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What a reader wants to see after an import. */
@Component
class Report {

  private static final int SHARDS = 1024;

  private final CityRepository cities;
  private final JdbcClient sql;
  private final Snowflake ids;

  Report(CityRepository cities, JdbcClient sql, Snowflake ids) {
    this.cities = cities;
    this.sql = sql;
    this.ids = ids;
  }

  String of(CityImport.Result imported, int addedBySql) {
    long[] all = allIds();
    return String.join(
        System.lineSeparator(),
        rows(imported, addedBySql),
        uniqueness(all),
        shards(ShardSpread.of(all, SHARDS)),
        clock(imported.step()),
        lanes(),
        oneId("Reykjavík"),
        "Cities: GeoNames (geonames.org), CC BY 4.0");
  }

  long[] allIds() {
    return sql
        .sql("SELECT ID FROM CITY UNION ALL SELECT ID FROM COUNTRY")
        .query(Long.class)
        .list()
        .stream()
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static String rows(CityImport.Result imported, int addedBySql) {
    int rows = imported.countries() + imported.cities();
    return Texts.format(
        "Rows      %,d cities in %,d countries imported as entities, %,d rows a second;%n"
            + "          %,d cities added in SQL by NEXT_SNOWFLAKE()",
        imported.cities(),
        imported.countries(),
        rows * 1_000L / imported.time().toMillis(),
        addedBySql);
  }

  private static String uniqueness(long[] all) {
    long distinct = LongStream.of(all).distinct().count();
    return Texts.format("Ids       %,d, %,d of them duplicates", all.length, all.length - distinct);
  }

  private static String shards(ShardSpread spread) {
    return Texts.format(
        "Shards    id %% %d: %d ids in the smallest shard, %d in the largest,%n"
            + "          chi-square %.2f per degree of freedom",
        SHARDS, spread.smallest(), spread.largest(), spread.chiSquarePerDegree());
  }

  private String clock(CityImport.Step step) {
    return Texts.format(
        "Clock     stepped back %d minutes in the middle of the import;%n"
            + "          the next id came after %,d microseconds, on timeline %d",
        CityImport.STEP.abs().toMinutes(),
        step.delay().toNanos() / 1_000,
        ids.layout().decode(step.nextId()).timeline());
  }

  private String lanes() {
    return sql
        .sql(
            """
            SELECT R, T, COUNT(*), MIN(AT), MAX(AT)
            FROM (SELECT SNOWFLAKE_ROLLBACK(ID) R, SNOWFLAKE_TIMELINE(ID) T, SNOWFLAKE_TIME(ID) AT
              FROM CITY)
            GROUP BY R, T ORDER BY R, T
            """)
        .query(
            (row, number) ->
                Texts.format(
                    "          rollback %d, timeline %d: %,7d cities from %s to %s",
                    row.getInt(1),
                    row.getInt(2),
                    row.getLong(3),
                    row.getObject(4, Instant.class),
                    row.getObject(5, Instant.class)))
        .list()
        .stream()
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private String oneId(String name) {
    City city = cities.findFirstByNameOrderByPopulationDesc(name).orElseThrow();
    long id = Objects.requireNonNull(city.id);
    IdParts parts = ids.layout().decode(id);
    return Texts.format(
        "One id    %s is %d:%n"
            + "          time %s, rollback %d, timeline %d, worker %d, sequence %d",
        city.name,
        id,
        parts.time(),
        parts.rollback(),
        parts.timeline(),
        parts.worker(),
        parts.sequence());
  }
}
