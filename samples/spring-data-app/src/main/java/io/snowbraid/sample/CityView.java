package io.snowbraid.sample;

import io.snowbraid.spring.json.IdAsString;
import java.util.Objects;

/**
 * A city as shown on pages and in JSON.
 *
 * @param id its id, a string in JSON because JavaScript would round a number
 * @param name its name
 * @param country the name of its country
 * @param population how many people live there
 * @param latitude in degrees, north is positive
 * @param longitude in degrees, east is positive
 */
record CityView(
    @IdAsString long id,
    String name,
    String country,
    long population,
    double latitude,
    double longitude) {

  static CityView of(City city) {
    return new CityView(
        Objects.requireNonNull(city.id),
        city.name,
        Objects.requireNonNull(city.country).name,
        city.population,
        city.latitude,
        city.longitude);
  }
}
