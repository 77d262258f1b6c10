package io.snowbraid.frameworks;

import io.snowbraid.spring.orders.Purchase;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.springframework.context.ApplicationContext;

/** Entities of Hibernate beside what another framework stores. */
final class Purchases {

  private Purchases() {}

  static long insert(ApplicationContext context) {
    return context
        .getBean(EntityManagerFactory.class)
        .unwrap(SessionFactory.class)
        .fromTransaction(
            session -> {
              Purchase purchase = new Purchase();
              session.persist(purchase);
              return purchase.getId();
            });
  }
}
