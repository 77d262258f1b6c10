package io.snowbraid.spring.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches if any of some properties is set. The artifact that implements them then has to be there.
 */
abstract class OnProperties extends SpringBootCondition {

  private final @Nullable String library;
  private final @Nullable String artifact;
  private final List<String> names;

  /**
   * Creates a condition.
   *
   * @param library a class of the artifact; null if none is needed
   * @param names the properties; the report says that the first is not set if none is
   */
  OnProperties(@Nullable String library, @Nullable String artifact, String... names) {
    this.library = library;
    this.artifact = artifact;
    this.names = List.of(names);
  }

  /**
   * Servers whose ids the application uses. Empty addresses match, too, and are rejected later: the
   * application's own generator would issue ids of another kind.
   */
  static final class Client extends OnProperties {
    Client() {
      super(
          "io.snowbraid.client.ServerIds",
          "snowbraid-client",
          "snowbraid.client.addresses",
          "snowbraid.client.addresses[0]",
          "snowbraid.client.user",
          "snowbraid.client.password",
          "snowbraid.client.ssl-bundle",
          "snowbraid.client.ids-per-request",
          "snowbraid.client.timeout",
          "snowbraid.client.max-wait",
          "snowbraid.client.max-age",
          "snowbraid.client.order-wait");
    }
  }

  /**
   * The port of the server inside the application.
   *
   * <p>For a service that is called {@code snowbraid-server}, Kubernetes sets {@code
   * SNOWBRAID_SERVER_PORT=tcp://10.0.0.7:7878} in each container of the namespace. That is the same
   * property, but not meant for the application.
   */
  static final class ServerPort extends OnProperties {
    ServerPort() {
      super("io.snowbraid.server.IdServer", "snowbraid-server", "snowbraid.server.port");
    }

    @Override
    boolean isMeant(@Nullable String value) {
      return value != null && !value.isBlank() && !value.contains("://");
    }
  }

  /** ZooKeeper; a client alone does not match, because it may be there for something else. */
  static final class ZooKeeper extends OnProperties {
    ZooKeeper() {
      super(
          "io.snowbraid.zookeeper.ZooKeeperWorkerSource",
          "snowbraid-zookeeper",
          "snowbraid.zookeeper.connect-string",
          "snowbraid.zookeeper.path");
    }
  }

  /** Keys of public ids. An empty list matches, too, and is rejected later. */
  static final class PublicIdKeys extends OnProperties {
    PublicIdKeys() {
      super(null, null, "snowbraid.public-ids.keys", "snowbraid.public-ids.keys[0]");
    }
  }

  /** Tells whether a value is meant for the application. */
  boolean isMeant(@Nullable String value) {
    return true;
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid property");
    Environment environment = context.getEnvironment();
    for (String name : names) {
      if (environment.containsProperty(name) && isMeant(environment.getProperty(name))) {
        requireLibrary(name, context);
        return ConditionOutcome.match(message.because(name + " is set"));
      }
    }
    return ConditionOutcome.noMatch(message.because(names.get(0) + " is not set"));
  }

  private void requireLibrary(String property, ConditionContext context) {
    if (library != null && !ClassUtils.isPresent(library, context.getClassLoader())) {
      throw new NotConfiguredException(
          "%s must be on the class path, because the property %s is set."
              .formatted(artifact, property),
          "Add io.snowbraid:" + artifact + " to the dependencies.");
    }
  }
}
