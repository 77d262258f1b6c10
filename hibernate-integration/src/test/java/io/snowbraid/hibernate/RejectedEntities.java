package io.snowbraid.hibernate;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.SequenceGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Entities that ask for a snowflake but would get something else, and some that do not ask for one.
 */
final class RejectedEntities {

  private RejectedEntities() {}

  @Entity(name = "Capital")
  static class Capital {
    @Id
    @GeneratedValue(generator = "Snowflake")
    Long id;
  }

  @Entity(name = "Swapped")
  static class Swapped {
    private Long id;

    @Id
    @GeneratedValue(generator = "snowfalke")
    Long getId() {
      return id;
    }

    void setId(Long id) {
      this.id = id;
    }
  }

  @Entity(name = "CapitalSpace")
  static class CapitalSpace {
    @Id
    @GeneratedValue(generator = "SnowFlake:orders")
    Long id;
  }

  @Entity(name = "Nameless")
  static class Nameless {
    @Id
    @GeneratedValue(generator = "snowflake:")
    Long id;
  }

  @Embeddable
  static class EmbeddedKey {
    @GeneratedValue(generator = "snowflakes")
    Long number;

    String region;
  }

  @Entity(name = "InEmbeddedId")
  static class InEmbeddedId {
    @EmbeddedId EmbeddedKey key;
  }

  @Entity(name = "InIdClass")
  @IdClass(IdentifierEntities.Pair.class)
  static class InIdClass {
    @Id
    @GeneratedValue(generator = "snow-flake")
    Long number;

    @Id String region;
  }

  @Entity(name = "IdentityStrategy")
  static class Identity {
    @Id
    @GeneratedValue(generator = "snowflake", strategy = GenerationType.IDENTITY)
    Long id;
  }

  @Entity(name = "UuidStrategy")
  static class Uuid {
    @Id
    @GeneratedValue(generator = "snowflake", strategy = GenerationType.UUID)
    String id;
  }

  @Entity(name = "SequenceStrategy")
  static class Sequence {
    @Id
    @GeneratedValue(generator = "snowflake", strategy = GenerationType.SEQUENCE)
    Long id;
  }

  @Entity(name = "TableStrategy")
  static class Table {
    @Id
    @GeneratedValue(generator = "snowflake:orders", strategy = GenerationType.TABLE)
    Long id;
  }

  @Entity(name = "Hidden")
  @SequenceGenerator(name = "snowflake", sequenceName = "old_sequence")
  static class Hidden {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;
  }

  @Entity(name = "OtherValue")
  static class OtherValue {
    @Id @SnowflakeValue Long id;
  }

  @Entity(name = "OtherAttribute")
  static class OtherAttribute {
    @Id Long id;

    @SnowflakeId Long number;
  }

  @Embeddable
  static class Label {
    @SnowflakeId Long number;
  }

  @Entity(name = "InEmbedded")
  static class InEmbedded {
    @Id Long id;

    @Embedded Label label;
  }

  @Entity(name = "InCollection")
  static class InCollection {
    @Id Long id;

    @ElementCollection List<Label> labels = new ArrayList<>();
  }

  @Embeddable
  static class Code {
    @SnowflakeValue Long number;
  }

  @Entity(name = "ValueInCollection")
  static class ValueInCollection {
    @Id Long id;

    @ElementCollection List<Code> codes = new ArrayList<>();
  }

  @Entity(name = "UuidAttribute")
  static class UuidAttribute {
    @Id @SnowflakeId UUID id;
  }

  @Entity(name = "UuidValue")
  static class UuidValue {
    @Id Long id;

    @SnowflakeValue UUID number;
  }

  @Embeddable
  record InnerKey(@GeneratedValue(generator = "snowflake") Long number) {}

  @Embeddable
  record OuterKey(InnerKey inner, String region) {}

  @Entity(name = "NestedKey")
  static class NestedKey {
    @EmbeddedId OuterKey key;
  }

  /** Mapped by a mapping file. */
  static class InMappingFile {
    Long id;
  }

  @Entity(name = "OwnSequence")
  static class OwnSequence {
    @Id
    @GeneratedValue(generator = "snowflakes")
    @SequenceGenerator(name = "snowflakes", sequenceName = "snowflakes", allocationSize = 1)
    Long id;
  }

  @Entity(name = "Declaring")
  static class Declaring {
    @Id
    @GeneratedValue(generator = "snowflake_orders")
    @SequenceGenerator(name = "snowflake_orders", sequenceName = "segment_orders")
    Long id;
  }

  /** Uses what another entity declares: the name of the generator. */
  @Entity(name = "UsingTheName")
  static class UsingTheName {
    @Id
    @GeneratedValue(generator = "snowflake_orders")
    Long id;
  }

  @Entity(name = "UnrelatedSequence")
  static class UnrelatedSequence {
    @Id
    @GeneratedValue(generator = "segments")
    Long id;
  }
}
