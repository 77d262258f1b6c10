package com.example;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;

class Main {

  public static void main(String[] args) {
    EntityManagerFactory factory = Persistence.createEntityManagerFactory("cities");
    EntityManager entities = factory.createEntityManager();
    entities.getTransaction().begin();
    for (String name : new String[] {"Oslo", "Quito", "Pune"}) {
      City city = new City();
      city.name = name;
      entities.persist(city);
    }
    entities.getTransaction().commit();
    entities
        .createQuery("select id from City", Long.class)
        .getResultList()
        .forEach(System.out::println);
    entities.close();
    factory.close();
  }
}
