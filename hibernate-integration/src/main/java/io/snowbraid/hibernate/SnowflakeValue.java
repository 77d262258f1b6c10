package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Gives an attribute that is no identifier a new id when its entity is inserted, unless it has a
 * value. The attribute may be {@code Long}, {@code long}, {@code String} or {@code BigInteger}; 0
 * of a primitive counts as no value, and so does an empty text. It may be in an embeddable, but not
 * in one that is the element of a collection: Hibernate generates no values there, so that is
 * refused.
 */
@Documented
@ValueGenerationType(generatedBy = SnowflakeValueGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeValue {

  /**
   * Names the id space.
   *
   * @return the part of {@code snowflake:orders} behind the colon; empty for the default space
   */
  String space() default "";
}
