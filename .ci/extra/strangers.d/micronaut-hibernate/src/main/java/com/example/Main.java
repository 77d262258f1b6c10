package com.example;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.Micronaut;
import java.util.stream.IntStream;

/** Two contexts on one database, as two processes would be. */
class Main {

  public static void main(String[] args) {
    try (ApplicationContext first = Micronaut.run(Main.class);
        ApplicationContext second = Micronaut.run(Main.class)) {
      store(first);
      store(second);
      first.getBean(Cities.class).findAll().forEach(city -> System.out.println(city.getId()));
    }
  }

  private static void store(ApplicationContext application) {
    Cities cities = application.getBean(Cities.class);
    cities.save(city("Oslo"));
    cities.saveAll(IntStream.range(0, 1_000).mapToObj(i -> city("Oslo " + i)).toList());
  }

  private static City city(String name) {
    City city = new City();
    city.setName(name);
    return city;
  }
}
