package io.snowbraid.spring.internal.server;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if any property describes servers whose ids the application uses. Empty addresses match,
 * too, and are rejected later: the application's own generator would issue ids of another kind.
 */
final class OnClientAddresses extends SpringBootCondition {

  private static final String PREFIX = "snowbraid.client.";

  private static final List<String> NAMES =
      List.of(
          "addresses",
          "addresses[0]",
          "user",
          "password",
          "ssl-bundle",
          "ids-per-request",
          "timeout",
          "max-wait",
          "max-age",
          "order-wait");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid client");
    Environment environment = context.getEnvironment();
    for (String name : NAMES) {
      if (environment.containsProperty(PREFIX + name)) {
        return ConditionOutcome.match(message.because(PREFIX + name + " is set"));
      }
    }
    return ConditionOutcome.noMatch(message.because(PREFIX + "addresses is not set"));
  }
}
