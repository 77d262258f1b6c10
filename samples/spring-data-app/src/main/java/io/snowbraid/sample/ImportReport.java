package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Collects the figures of the report after an import. */
@Component
class ImportReport {

  private static final String CITY = "Reykjavík";

  private final CityRepository cities;
  private final JdbcClient sql;
  private final Snowflake ids;

  ImportReport(CityRepository cities, JdbcClient sql, Snowflake ids) {
    this.cities = cities;
    this.sql = sql;
    this.ids = ids;
  }

  ReportFigures of(CityImport.Result imported, int addedBySql) {
    long[] all = allIds();
    long[] counts = ShardSpread.counts(all, ReportFigures.SHARDS);
    return new ReportFigures(
        imported,
        addedBySql,
        all.length,
        all.length - LongStream.of(all).distinct().count(),
        ShardSpread.of(counts),
        ShardSpread.picture(counts),
        ids.layout().decode(imported.step().nextId()).timeline(),
        lanes(),
        oneCity());
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

  private List<ReportFigures.LaneUse> lanes() {
    return sql.sql(
            """
            SELECT R, T, COUNT(*), MIN(AT), MAX(AT)
            FROM (SELECT SNOWFLAKE_ROLLBACK(ID) R, SNOWFLAKE_TIMELINE(ID) T, SNOWFLAKE_TIME(ID) AT
              FROM CITY)
            GROUP BY R, T ORDER BY R, T
            """)
        .query(
            (row, number) ->
                new ReportFigures.LaneUse(
                    row.getInt(1),
                    row.getInt(2),
                    row.getLong(3),
                    row.getObject(4, Instant.class),
                    row.getObject(5, Instant.class)))
        .list();
  }

  private ReportFigures.OneCity oneCity() {
    City city = cities.findFirstByNameOrderByPopulationDesc(CITY).orElseThrow();
    long id = Objects.requireNonNull(city.id);
    return new ReportFigures.OneCity(city.name, id, ids.layout().decode(id));
  }
}
