package io.snowbraid.spring;

import io.snowbraid.Snowflake;

/**
 * Customizes the application's generator beyond the properties, such as its clock. All beans of
 * this type are called in order, after the properties are applied.
 */
@FunctionalInterface
public interface SnowflakeBuilderCustomizer {

  /**
   * Changes generator settings before the generator is built.
   *
   * @param builder the builder, with a worker and all properties set
   */
  void customize(Snowflake.Builder builder);
}
