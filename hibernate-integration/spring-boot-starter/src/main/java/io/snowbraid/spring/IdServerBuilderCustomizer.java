package io.snowbraid.spring;

import io.snowbraid.server.IdServer;

/**
 * Customizes the embedded id server beyond the properties, such as its limits. All beans of this
 * type are called in order, after the properties are applied.
 */
@FunctionalInterface
public interface IdServerBuilderCustomizer {

  /**
   * Changes server settings before the server is built.
   *
   * @param builder the builder, with generators and all properties set
   */
  void customize(IdServer.Builder builder);
}
