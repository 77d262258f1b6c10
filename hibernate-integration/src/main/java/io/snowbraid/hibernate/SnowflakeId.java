package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Generates the entity's ids with Snowbraid, as {@code @GeneratedValue(generator = "snowflake")}
 * does.
 *
 * <p>On a package, it applies to each identifier with a {@code @GeneratedValue} without arguments
 * and without a generator annotation of its own, if the entity or one of its superclasses is in the
 * package. Identifiers that name a strategy or a defined generator keep it. An undefined generator
 * name is rejected, because Hibernate would silently use a database sequence.
 */
@Documented
@IdGeneratorType(SnowflakeIdentifierGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PACKAGE})
public @interface SnowflakeId {

  /**
   * Allows the application to assign ids, such as those of an import. {@code persist}, {@code
   * merge} and stateless sessions then keep an id that is set and generate one otherwise.
   *
   * <p>What it costs: Hibernate can no longer tell from the id whether an entity is new. {@code
   * merge} therefore selects before it inserts. It also inserts a row that was deleted meanwhile or
   * whose id is unknown; without this setting, it throws an optimistic lock exception instead.
   *
   * @return false by default; {@link SnowflakeSettings#ASSIGNED_IDS} allows it for all entities
   */
  boolean assigned() default false;
}
