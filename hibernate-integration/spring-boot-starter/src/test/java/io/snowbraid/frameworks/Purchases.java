package io.snowbraid.frameworks;

import io.snowbraid.spring.orders.Purchase;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.springframework.context.ApplicationContext;

/** Stores Hibernate entities in addition to the rows of another framework. */
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
