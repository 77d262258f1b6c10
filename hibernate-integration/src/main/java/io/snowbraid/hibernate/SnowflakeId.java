package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Marks an entity's identifier as issued by Snowbraid: the same as {@code @GeneratedValue(generator
 * = "snowflake")}.
 *
 * <p>On a package it holds for each identifier with {@code @GeneratedValue} and nothing else, if
 * the entity, or a class that it inherits from, is in the package. An identifier in it whose
 * generator has a name that nobody defines is refused, since Hibernate would answer with a database
 * sequence; one that names a strategy or a generator that is defined keeps it.
 */
@Documented
@IdGeneratorType(SnowflakeIdentifierGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PACKAGE})
public @interface SnowflakeId {

  /**
   * Says whether the application may assign ids: those of an import, for example. Then {@code
   * persist}, {@code merge} and stateless sessions keep an id that is set, and one that is not set
   * is generated.
   *
   * <p>The price: Hibernate can no longer tell from the id whether an entity is new. So {@code
   * merge} selects before it inserts, and stores a row again that was deleted meanwhile, or one
   * under an id that came from outside; without this it throws an optimistic lock exception.
   *
   * @return false unless set; the setting {@link SnowflakeSettings#ASSIGNED_IDS} allows it for all
   */
  boolean assigned() default false;
}
