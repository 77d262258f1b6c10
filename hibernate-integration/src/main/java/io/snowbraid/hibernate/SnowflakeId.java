package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Has Snowbraid issue the ids of an entity. It has the same effect as
 * {@code @GeneratedValue(generator = "snowflake")}.
 *
 * <p>On a package, it applies to each identifier that has {@code @GeneratedValue} without arguments
 * and no generator annotation of its own. It applies only if the entity, or a class that it
 * inherits from, is in the package. An identifier there that names a strategy or a defined
 * generator keeps it. One that names an undefined generator is rejected, because Hibernate would
 * silently use a database sequence.
 */
@Documented
@IdGeneratorType(SnowflakeIdentifierGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PACKAGE})
public @interface SnowflakeId {

  /**
   * Says whether the application may assign ids, for example those of an import. If so, {@code
   * persist}, {@code merge} and stateless sessions keep an id that is set, and generate one
   * otherwise.
   *
   * <p>The price: Hibernate can no longer tell from the id whether an entity is new. So {@code
   * merge} selects before it inserts, and it inserts a row that was deleted meanwhile, or whose id
   * came from outside. Without this setting, it throws an optimistic lock exception in these cases.
   *
   * @return false unless set; the setting {@link SnowflakeSettings#ASSIGNED_IDS} allows it for all
   *     entities
   */
  boolean assigned() default false;
}
