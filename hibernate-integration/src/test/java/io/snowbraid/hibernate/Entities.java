package io.snowbraid.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.math.BigInteger;

/** Entities that differ in their identifiers. */
final class Entities {

  private Entities() {}

  @Entity
  static class Named {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    String text = "";
  }

  @Entity
  static class Annotated {
    @Id @SnowflakeId Long id;
  }

  @Entity
  static class Imported {
    @Id
    @SnowflakeId(assigned = true)
    Long id;
  }

  @Entity
  static class OnGetter {
    private Long id;

    @Id
    @GeneratedValue(generator = "snowflake")
    Long getId() {
      return id;
    }

    void setId(Long id) {
      this.id = id;
    }
  }

  @Entity
  static class Primitive {
    @Id
    @GeneratedValue(generator = "snowflake")
    long id;
  }

  @Entity
  static class Text {
    @Id
    @GeneratedValue(generator = "snowflake")
    String id;
  }

  @Entity
  static class Big {
    @Id @SnowflakeId BigInteger id;
  }

  @Entity
  static class TooNarrow {
    @Id
    @GeneratedValue(generator = "snowflake")
    Integer id;
  }

  /** Uses an identity column, which cannot be batched; the checks of batching must detect it. */
  @Entity
  static class Identity {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;
  }
}
