package io.snowbraid.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import java.util.UUID;

/** Entities that differ in the generator of their identifier. */
final class LifecycleEntities {

  static final Class<?>[] ALL = {
    Snow.class,
    Sequenced.class,
    Uuid.class,
    PrimitiveSnow.class,
    PrimitiveSequenced.class,
    VersionedSnow.class,
    VersionedSequenced.class,
    VersionedUuid.class
  };

  private LifecycleEntities() {}

  @MappedSuperclass
  abstract static class Written implements LifecycleEntity {
    String text = "";

    @Override
    public void write(String changed) {
      text = changed;
    }
  }

  @MappedSuperclass
  abstract static class WithSnowflake extends Written {
    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    @Override
    public Object id() {
      return id;
    }

    @Override
    public void assign() {
      id = FOREIGN;
    }

    @Override
    public void forget() {
      id = null;
    }
  }

  @MappedSuperclass
  abstract static class WithSequence extends Written {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @Override
    public Object id() {
      return id;
    }

    @Override
    public void assign() {
      id = FOREIGN;
    }

    @Override
    public void forget() {
      id = null;
    }
  }

  @MappedSuperclass
  abstract static class WithUuid extends Written {
    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    UUID id;

    @Override
    public Object id() {
      return id;
    }

    @Override
    public void assign() {
      id = new UUID(0, FOREIGN);
    }

    @Override
    public void forget() {
      id = null;
    }
  }

  @Entity(name = "Snow")
  static class Snow extends WithSnowflake {}

  @Entity(name = "Sequenced")
  static class Sequenced extends WithSequence {}

  @Entity(name = "Uuid")
  static class Uuid extends WithUuid {}

  @Entity(name = "VersionedSnow")
  static class VersionedSnow extends WithSnowflake {
    @Version Integer version;
  }

  @Entity(name = "VersionedSequenced")
  static class VersionedSequenced extends WithSequence {
    @Version Integer version;
  }

  @Entity(name = "VersionedUuid")
  static class VersionedUuid extends WithUuid {
    @Version Integer version;
  }

  @Entity(name = "PrimitiveSnow")
  static class PrimitiveSnow extends Written {
    @Id
    @GeneratedValue(generator = "snowflake")
    long id;

    @Override
    public Object id() {
      return id;
    }

    @Override
    public void assign() {
      id = FOREIGN;
    }

    @Override
    public void forget() {
      id = 0;
    }
  }

  @Entity(name = "PrimitiveSequenced")
  static class PrimitiveSequenced extends Written {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    long id;

    @Override
    public Object id() {
      return id;
    }

    @Override
    public void assign() {
      id = FOREIGN;
    }

    @Override
    public void forget() {
      id = 0;
    }
  }
}
