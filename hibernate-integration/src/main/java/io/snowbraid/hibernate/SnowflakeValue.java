package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Gives an attribute that is not an identifier a new id when its entity is inserted, unless it has
 * a value. The attribute may be {@code Long}, {@code long}, {@code String} or {@code BigInteger}; 0
 * in a primitive attribute and an empty string count as no value. It may be in an embeddable,
 * except in one that is the element of a collection: Hibernate generates no values there, so this
 * is rejected.
 */
@Documented
@ValueGenerationType(generatedBy = SnowflakeValueGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeValue {

  /**
   * Names the id space.
   *
   * @return the part of {@code snowflake:orders} after the colon; empty for the default space
   */
  String space() default "";
}
