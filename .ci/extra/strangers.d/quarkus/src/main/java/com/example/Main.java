package com.example;

import com.example.streets.Street;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

/** Stores as many cities as the argument says, and a street, and prints their ids. */
@QuarkusMain
public class Main implements QuarkusApplication {

  @Inject EntityManager entities;

  @Override
  public int run(String... arguments) {
    QuarkusTransaction.requiringNew().run(() -> store(Integer.parseInt(arguments[0])));
    return 0;
  }

  private void store(int count) {
    for (int i = 0; i < count; i++) {
      City city = new City();
      city.name = "Oslo";
      entities.persist(city);
      System.out.println(city.id);
    }
    Street street = new Street();
    street.persist();
    System.out.println(street.id);
  }
}
