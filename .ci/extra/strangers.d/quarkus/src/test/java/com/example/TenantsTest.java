package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tenants have cities of their own, and share the ids: their worker table belongs to the default tenant. */
abstract class TenantsTest {

  static final String TABLE = "create table if not exists ";
  static final String COLUMNS = "(id bigint primary key, name varchar(255))";

  @Inject EntityManager entities;
  @Inject @PersistenceUnitExtension Tenants tenants;

  @Test
  void allTenantsShareTheIds() {
    Set<Long> ids = new HashSet<>();
    for (String tenant : List.of("one", "two", "one")) {
      tenants.use(tenant);
      for (int i = 0; i < 1000; i++) {
        ids.add(QuarkusTransaction.requiringNew().call(this::stored));
      }
    }
    assertEquals(3000, ids.size());
    assertEquals(2000L, QuarkusTransaction.requiringNew().call(this::cities));
  }

  private long stored() {
    City city = new City();
    entities.persist(city);
    return city.id;
  }

  private long cities() {
    return entities.createQuery("select count(*) from City", Long.class).getSingleResult();
  }
}
