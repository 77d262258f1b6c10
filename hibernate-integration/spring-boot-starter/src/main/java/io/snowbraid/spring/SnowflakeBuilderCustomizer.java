package io.snowbraid.spring;

import io.snowbraid.Snowflake;

/**
 * Has the last word on the application's generator, for what no property says, such as its clock.
 * All beans of this type are asked, in their order.
 */
@FunctionalInterface
public interface SnowflakeBuilderCustomizer {

  /**
   * Changes settings of the generator before it is built.
   *
   * @param builder the builder, with a worker and all properties set
   */
  void customize(Snowflake.Builder builder);
}
