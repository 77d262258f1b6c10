package io.snowbraid.sample;

import io.snowbraid.Snowflake;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Fills the database with cities: most as entities, some more in SQL. */
@Component
class CityImport {

  /** How far the clock is stepped when half of the cities are imported. */
  static final Duration STEP = Duration.ofHours(-1);

  static final int SQL_ROWS = 1_000;

  private static final int BATCH = 1_000;

  private final CountryRepository countries;
  private final CityRepository cities;
  private final JdbcClient sql;
  private final TransactionOperations transactions;
  private final Snowflake ids;
  private final AdjustableClock clock;
  private final ImportProgress progress;

  CityImport(
      CountryRepository countries,
      CityRepository cities,
      JdbcClient sql,
      TransactionOperations transactions,
      Snowflake ids,
      AdjustableClock clock,
      ImportProgress progress) {
    this.countries = countries;
    this.cities = cities;
    this.sql = sql;
    this.transactions = transactions;
    this.ids = ids;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * The result of an import.
   *
   * @param countries how many countries it saved
   * @param cities how many cities it saved as entities
   * @param time how long it took
   * @param step what happened when the clock stepped back
   * @param firstBefore the first city's id
   * @param lastBefore the id of the last city before the step back
   * @param firstAfter the id of the first city after the step back
   */
  record Result(
      int countries,
      int cities,
      Duration time,
      Step step,
      long firstBefore,
      long lastBefore,
      long firstAfter) {}

  /** The first and the last id of cities that were saved one after another. */
  private record Saved(long first, long last) {}

  /**
   * What happened after the clock stepped back.
   *
   * @param nextId the first id after the step
   * @param delay how long issuing that id took
   */
  record Step(long nextId, Duration delay) {}

  Result run() {
    List<CityFile.Row> rows = CityFile.read();
    progress.begin(rows.size());
    int half = rows.size() / 2;
    long start = System.nanoTime();
    Map<String, Country> byCode = saveCountries(rows);
    Saved before = saveCities(rows.subList(0, half), byCode);
    Step step = stepClock();
    Saved after = saveCities(rows.subList(half, rows.size()), byCode);
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    return new Result(
        byCode.size(), rows.size(), time, step, before.first, before.last, after.first);
  }

  private Map<String, Country> saveCountries(List<CityFile.Row> rows) {
    Map<String, Country> byCode =
        rows.stream()
            .map(CityFile.Row::country)
            .distinct()
            .collect(Collectors.toMap(Function.identity(), code -> new Country(code)));
    transactions.executeWithoutResult(status -> countries.saveAll(byCode.values()));
    return byCode;
  }

  private Saved saveCities(List<CityFile.Row> rows, Map<String, Country> byCode) {
    long first = 0;
    long last = 0;
    for (int from = 0; from < rows.size(); from += BATCH) {
      List<City> batch =
          rows.subList(from, Math.min(rows.size(), from + BATCH)).stream()
              .map(row -> new City(row, Objects.requireNonNull(byCode.get(row.country()))))
              .toList();
      transactions.executeWithoutResult(status -> cities.saveAll(batch));
      progress.saved(batch.size());
      first = from == 0 ? Objects.requireNonNull(batch.get(0).id) : first;
      last = Objects.requireNonNull(batch.get(batch.size() - 1).id);
    }
    return new Saved(first, last);
  }

  private Step stepClock() {
    clock.step(STEP);
    long start = System.nanoTime();
    long id = ids.nextId();
    return new Step(id, Duration.ofNanos(System.nanoTime() - start));
  }

  /** Adds a new town for each of the largest cities, in SQL alone. */
  int addBySql() {
    return sql.sql(
            """
            INSERT INTO CITY(ID, NAME, SEARCH_NAME, COUNTRY_ID, POPULATION, LATITUDE, LONGITUDE)
            SELECT NEXT_SNOWFLAKE(), 'New ' || NAME, 'new ' || SEARCH_NAME, COUNTRY_ID, 0, LATITUDE, LONGITUDE
            FROM CITY ORDER BY POPULATION DESC LIMIT :rows
            """)
        .param("rows", SQL_ROWS)
        .update();
  }
}
