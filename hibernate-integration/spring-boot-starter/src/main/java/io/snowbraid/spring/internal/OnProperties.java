package io.snowbraid.spring.internal;

import io.snowbraid.spring.internal.SnowbraidProperties.SegmentProperties;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches if certain properties are set, and requires the artifact that implements them. Unknown
 * names do not count: Kubernetes sets similar ones for a service of that name.
 */
abstract class OnProperties<T> extends SpringBootCondition {

  private final String name;
  private final Bindable<T> type;
  private final @Nullable String library;
  private final @Nullable String artifact;

  /**
   * Creates a condition.
   *
   * @param type has the properties
   * @param library a class of the artifact; null if none is needed
   */
  OnProperties(String name, Bindable<T> type, @Nullable String library, @Nullable String artifact) {
    this.name = "snowbraid." + name;
    this.type = type;
    this.library = library;
    this.artifact = artifact;
  }

  /**
   * The servers whose ids the application uses. Empty addresses also match and are rejected later,
   * because the application's own generator would issue ids of another kind.
   */
  static final class Client extends OnProperties<SnowbraidProperties.Client> {
    Client() {
      super(
          "client",
          Bindable.of(SnowbraidProperties.Client.class),
          "io.snowbraid.client.ServerIds",
          "snowbraid-client");
    }
  }

  /**
   * The embedded server's port.
   *
   * <p>For a service named {@code snowbraid-server}, Kubernetes sets {@code
   * SNOWBRAID_SERVER_PORT=tcp://10.0.0.7:7878} in each container of the namespace. That is the same
   * property, but is not meant for the application.
   */
  static final class ServerPort extends OnProperties<String> {
    ServerPort() {
      super(
          "server.port",
          Bindable.of(String.class),
          "io.snowbraid.server.IdServer",
          "snowbraid-server");
    }

    @Override
    boolean isMeant(String port) {
      return !port.isBlank() && !port.contains("://");
    }
  }

  /** ZooKeeper. The client library alone does not match, because it may have another purpose. */
  static final class ZooKeeper extends OnProperties<SnowbraidProperties.Zookeeper> {
    ZooKeeper() {
      super(
          "zookeeper",
          Bindable.of(SnowbraidProperties.Zookeeper.class),
          "io.snowbraid.zookeeper.ZooKeeperWorkerSource",
          "snowbraid-zookeeper");
    }
  }

  /** Public id keys. An empty list also matches and is rejected later. */
  static final class PublicIdKeys extends OnProperties<SnowbraidProperties.PublicIds> {
    PublicIdKeys() {
      super("public-ids", Bindable.of(SnowbraidProperties.PublicIds.class), null, null);
    }
  }

  /** Tags with properties. */
  static final class Tags extends OnProperties<Map<String, SegmentProperties>> {
    Tags() {
      super("segments", Bindable.mapOf(String.class, SegmentProperties.class), null, null);
    }
  }

  /** Returns whether a value is meant for the application. */
  boolean isMeant(T value) {
    return true;
  }

  final BindResult<T> read(Environment environment) {
    return Binder.get(environment).bind(name, type);
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid property");
    BindResult<T> given = read(context.getEnvironment());
    if (!given.isBound() || !isMeant(given.get())) {
      return ConditionOutcome.noMatch(message.because(name + " is not set"));
    }
    if (library != null && !ClassUtils.isPresent(library, context.getClassLoader())) {
      throw new NotConfiguredException(
          "%s must be on the class path, because %s is set.".formatted(artifact, name),
          "Add io.snowbraid:" + artifact + " to the dependencies.");
    }
    return ConditionOutcome.match(message.because(name + " is set"));
  }
}
