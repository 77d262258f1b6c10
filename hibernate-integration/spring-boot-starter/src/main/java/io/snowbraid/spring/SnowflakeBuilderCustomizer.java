package io.snowbraid.spring;

import io.snowbraid.Snowflake;

/**
 * Customizes the application's generator where no property exists, for example its clock. All beans
 * of this type are called in their order, after the properties are applied.
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
