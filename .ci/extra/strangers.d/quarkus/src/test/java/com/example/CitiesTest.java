package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.streets.Street;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;

@QuarkusTest
class CitiesTest {

  @Inject EntityManager entities;

  @Test
  @TestTransaction
  void idsOfCitiesAndStreetsAreSnowflakes() {
    City city = new City();
    entities.persist(city);
    Street street = new Street();
    street.persist();
    assertTrue(city.id > 1L << 40, "id=" + city.id);
    assertTrue(street.id > city.id, "id=" + street.id);
  }

  @Test
  @TestTransaction
  void panacheKeepsItsSequenceElsewhere() {
    Lane lane = new Lane();
    lane.persist();
    assertTrue(lane.id < 1000, "id=" + lane.id);
  }

  @Test
  void rowsOfTheScriptAreThere() {
    assertEquals("Quito", entities.find(City.class, 1L).name);
  }
}
