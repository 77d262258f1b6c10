package io.snowbraid.spring.internal;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the port of the server inside the application is set.
 *
 * <p>For a service that is called {@code snowbraid-server}, Kubernetes sets {@code
 * SNOWBRAID_SERVER_PORT=tcp://10.0.0.7:7878} in each container of the namespace. That is the same
 * property, but not meant for the application.
 */
final class OnServerPort extends SpringBootCondition {

  private static final String PROPERTY = "snowbraid.server.port";
  private static final String URL = "://";

  private static boolean isSet(@Nullable String port) {
    return port != null && !port.isBlank() && !port.contains(URL);
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid server");
    return isSet(context.getEnvironment().getProperty(PROPERTY))
        ? ConditionOutcome.match(message.because(PROPERTY + " is set"))
        : ConditionOutcome.noMatch(message.because(PROPERTY + " has no port"));
  }
}
