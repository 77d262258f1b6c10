package io.snowbraid.spring.internal.publicid;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if there are keys for public ids. An empty list matches, too, and is rejected later. */
final class OnPublicIdKeys extends SpringBootCondition {

  static final String NAME = "snowbraid.public-ids.keys";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid public ids");
    Environment environment = context.getEnvironment();
    return environment.containsProperty(NAME) || environment.containsProperty(NAME + "[0]")
        ? ConditionOutcome.match(message.because(NAME + " is set"))
        : ConditionOutcome.noMatch(message.because(NAME + " is not set"));
  }
}
