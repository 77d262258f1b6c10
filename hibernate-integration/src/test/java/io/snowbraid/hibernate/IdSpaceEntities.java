package io.snowbraid.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Entities of the default id space and of further ones. */
final class IdSpaceEntities {

  private IdSpaceEntities() {}

  @Entity(name = "SpacedOrder")
  @Table(name = "spaced_order")
  static class Order {
    @Id
    @GeneratedValue(generator = "snowflake:orders")
    Long id;
  }

  @Entity(name = "SpacedItem")
  static class Item {
    @Id
    @GeneratedValue(generator = "snowflake:items")
    Long id;
  }

  @Entity(name = "Tenanted")
  static class Tenanted {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;
  }

  @Entity(name = "OnGetterNamed")
  static class OnGetter {
    private Long id;

    @Id
    @GeneratedValue(generator = "snowflake:orders")
    Long getId() {
      return id;
    }

    void setId(Long id) {
      this.id = id;
    }
  }
}
