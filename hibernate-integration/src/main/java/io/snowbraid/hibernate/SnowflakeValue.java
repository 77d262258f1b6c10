package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Generates an id for an attribute that is not an identifier, when its entity is inserted without a
 * value for it. The attribute's type is {@code Long}, {@code long}, {@code String} or {@code
 * BigInteger}; 0 in a primitive attribute and an empty string count as no value. The attribute may
 * be in an embeddable, but not in a collection element: Hibernate generates no values there, so
 * this is rejected.
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
