package io.snowbraid.hibernate;

import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import java.io.Serializable;

/** Entities whose identifiers are mapped in different ways. */
final class IdentifierEntities {

  private IdentifierEntities() {}

  @MappedSuperclass
  abstract static class Base {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;
  }

  @Entity(name = "Derived")
  static class Derived extends Base {}

  @Entity(name = "Animal")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  @DiscriminatorColumn
  static class Animal {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;
  }

  @Entity(name = "Cat")
  static class Cat extends Animal {}

  @Entity(name = "Vehicle")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Vehicle {
    @Id @SnowflakeId Long id;
  }

  @Entity(name = "Bicycle")
  static class Bicycle extends Vehicle {
    String bell;
  }

  @Entity(name = "Shape")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Shape {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;
  }

  @Entity(name = "Circle")
  static class Circle extends Shape {}

  @Embeddable
  static class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    @GeneratedValue(generator = "snowflake")
    Long number;

    String region;

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.number.equals(number) && key.region.equals(region);
    }

    @Override
    public int hashCode() {
      return number.hashCode();
    }
  }

  @Entity(name = "Embedding")
  static class Embedding {
    @EmbeddedId Key key = new Key();
  }

  record Pair(Long number, String region) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  @Entity(name = "TwoIds")
  @IdClass(Pair.class)
  static class TwoIds {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long number;

    @Id String region;
  }

  @Entity(name = "Child")
  static class Child {
    @Id Long id;

    @MapsId @OneToOne Derived parent;
  }

  @Entity(name = "Versioned")
  static class Versioned {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @Version Integer version;
  }

  @Entity(name = "Ticket")
  static class Ticket {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @SnowflakeValue Long number;

    @SnowflakeValue(space = "codes")
    String code;
  }

  @Entity(name = "Counter")
  static class Counter {
    @Id @SnowflakeId Long id;

    @SnowflakeValue long number;
  }
}
