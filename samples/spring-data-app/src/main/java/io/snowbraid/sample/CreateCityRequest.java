package io.snowbraid.sample;

import org.jspecify.annotations.Nullable;

/**
 * A request to create a city.
 *
 * @param name not blank, at most {@value City#NAME_LENGTH} characters
 * @param country the ISO 3166 code of a country that already has cities
 * @param population at least 0
 * @param latitude in degrees from -90 to 90, north is positive
 * @param longitude in degrees from -180 to 180, east is positive
 */
record CreateCityRequest(
    @Nullable String name,
    @Nullable String country,
    long population,
    double latitude,
    double longitude) {

  /**
   * Creates the entity.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  City entity(CountryRepository countries) {
    require(name != null && !name.isBlank(), "name must not be blank", "name=" + name);
    String given = String.valueOf(name).strip();
    require(
        given.length() <= City.NAME_LENGTH,
        "name must have at most " + City.NAME_LENGTH + " characters",
        "length=" + given.length());
    require(population >= 0, "population must be >= 0", "population=" + population);
    requireDegrees("latitude", latitude, 90);
    requireDegrees("longitude", longitude, 180);
    Country found =
        countries
            .findByCode(String.valueOf(country))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "country must be the ISO 3166 code of a country with cities: country="
                            + country));
    return new City(new CityFile.Row(given, found.code, population, latitude, longitude), found);
  }

  /** Also rejects NaN, for which every comparison is false. */
  private static void requireDegrees(String field, double value, int limit) {
    require(
        Math.abs(value) <= limit,
        field + " must be between -" + limit + " and " + limit,
        field + "=" + value);
  }

  private static void require(boolean holds, String rule, String found) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ": " + found);
    }
  }
}
