package io.snowbraid.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerator;

/** Entities whose identifiers come from a generator of the application. */
@SuppressWarnings("removal") // @GenericGenerator, which many applications use
final class UserGenerators {

  private UserGenerators() {}

  /** Issues numbers that are recognizable. */
  public static class Counting implements IdentifierGenerator {

    private static final long serialVersionUID = 1L;
    private static final AtomicLong LAST = new AtomicLong(5_000);

    public Counting() {}

    @Override
    public Object generate(SharedSessionContractImplementor session, Object entity) {
      return LAST.incrementAndGet();
    }
  }

  @IdGeneratorType(Counting.class)
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  @interface Counted {}

  @Entity(name = "OwnBySimilarName")
  static class BySimilarName {
    @Id
    @GenericGenerator(name = "snowflakeId", type = Counting.class)
    @GeneratedValue(generator = "snowflakeId")
    Long id;
  }

  @Entity(name = "OwnByOurName")
  static class ByOurName {
    @Id
    @GenericGenerator(name = "snowflake", type = Counting.class)
    @GeneratedValue(generator = "snowflake")
    Long id;
  }

  @Entity(name = "OwnOnTheClass")
  @GenericGenerator(name = "snowFlake", type = Counting.class)
  static class OnTheClass {
    @Id
    @GeneratedValue(generator = "snowFlake")
    Long id;
  }

  @Entity(name = "OwnByAnnotation")
  static class ByAnnotation {
    @Id
    @Counted
    @GeneratedValue(generator = "snowFlake")
    Long id;
  }

  /** Mapped by a mapping file. */
  static class InMappingFile {
    Long id;
  }
}
