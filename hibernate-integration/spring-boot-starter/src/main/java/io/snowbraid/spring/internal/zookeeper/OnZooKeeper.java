package io.snowbraid.spring.internal.zookeeper;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a property says that workers come from ZooKeeper. A client alone does not: the
 * application may use it for something else.
 */
final class OnZooKeeper extends SpringBootCondition {

  private static final List<String> PROPERTIES =
      List.of("snowbraid.zookeeper.connect-string", "snowbraid.zookeeper.path");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("workers from ZooKeeper");
    Environment environment = context.getEnvironment();
    for (String property : PROPERTIES) {
      if (environment.containsProperty(property)) {
        return ConditionOutcome.match(message.because(property + " is set"));
      }
    }
    return ConditionOutcome.noMatch(message.because(PROPERTIES.get(0) + " is not set"));
  }
}
