package io.snowbraid.sample;

import org.jspecify.annotations.Nullable;

/**
 * A city to be created.
 *
 * @param name not blank
 * @param country the ISO 3166 code of a country that has cities already
 * @param population at least 0
 * @param latitude in degrees, north is positive
 * @param longitude in degrees, east is positive
 */
record NewCity(
    @Nullable String name,
    @Nullable String country,
    long population,
    double latitude,
    double longitude) {

  /**
   * Makes the entity.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  City entity(CountryRepository countries) {
    if (name == null || name.isBlank()) {
      throw new IllegalArgumentException("name must not be blank: name=" + name);
    }
    if (population < 0) {
      throw new IllegalArgumentException("population must be >= 0: population=" + population);
    }
    Country found =
        countries
            .findByCode(String.valueOf(country))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "country must be the ISO 3166 code of a country with cities: country="
                            + country));
    return new City(
        new CityFile.Row(name.strip(), found.code, population, latitude, longitude), found);
  }
}
