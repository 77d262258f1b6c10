package io.snowbraid.spring;

import io.snowbraid.server.IdServer;

/**
 * Customizes the server of ids inside the application where no property exists, for example its
 * limits. All beans of this type are called in their order, after the properties are applied.
 */
@FunctionalInterface
public interface IdServerBuilderCustomizer {

  /**
   * Changes settings of the server before it is built.
   *
   * @param builder the builder, with generators and all properties set
   */
  void customize(IdServer.Builder builder);
}
