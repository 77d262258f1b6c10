package io.snowbraid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Gives entities numbers of a tag, in a row: short, rising, and not gapless. It has the same effect
 * as {@code @GeneratedValue(generator = "segment:orders")}.
 *
 * <p>Numbers are drawn ahead from the table {@code snowbraid_segment} of the application's own
 * database, so that no statement is needed for an id, and JDBC batching stays on. What they promise
 * is said at {@link io.snowbraid.segment.SegmentIds}.
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
   * Says whether the application may assign ids.
   *
   * @return false unless set; see {@link SnowflakeId#assigned()} for the price
   */
  boolean assigned() default false;
}
