package io.snowbraid.sample;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Creates and reads cities. Ids are strings. */
@RestController
@RequestMapping("/api/cities")
class CityRestController {

  private final CityRepository cities;
  private final CountryRepository countries;

  CityRestController(CityRepository cities, CountryRepository countries) {
    this.cities = cities;
    this.countries = countries;
  }

  @GetMapping("/{id}")
  CityView read(@PathVariable String id) {
    return cities
        .findWithCountry(IdParser.read(id))
        .map(CityView::of)
        .orElseThrow(
            () -> new ResponseStatusException(HttpStatus.NOT_FOUND, "no city has id=" + id));
  }

  @PostMapping
  ResponseEntity<CityView> create(@RequestBody CreateCityRequest city) {
    CityView created = CityView.of(cities.save(city.entity(countries)));
    return ResponseEntity.created(URI.create("/api/cities/" + created.id())).body(created);
  }
}
