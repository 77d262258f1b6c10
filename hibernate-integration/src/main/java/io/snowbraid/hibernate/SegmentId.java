package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Generates short, increasing ids for an entity from a tag's numbers, as
 * {@code @GeneratedValue(generator = "segment:orders")} does. Gaps are possible.
 *
 * <p>Numbers are prefetched from the table {@code snowbraid_segment} in the application's database.
 * Inserts therefore need no statement for the id, and JDBC batching keeps working. {@link
 * io.snowbraid.segment.SegmentIds} describes the guarantees.
 */
@Documented
@IdGeneratorType(SnowflakeIdentifierGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SegmentId {

  /**
   * Names the tag.
   *
   * @return 1 to 128 characters; entities with the same tag share its numbers
   */
  String value();

  /**
   * Allows the application to assign ids.
   *
   * @return false by default; {@link SnowflakeId#assigned()} describes what it costs
   */
  boolean assigned() default false;
}
