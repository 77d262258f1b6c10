package com.example;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.stream.IntStream;

@Stateless
public class Cities {

  @PersistenceContext private EntityManager entities;

  /** Stores cities in one transaction of the container, and returns their ids. */
  public List<Long> store(int count) {
    List<City> stored = IntStream.range(0, count).mapToObj(this::stored).toList();
    entities.flush();
    return stored.stream().map(city -> city.id).toList();
  }

  private City stored(int number) {
    City city = new City();
    city.name = "city " + number;
    entities.persist(city);
    return city;
  }
}
