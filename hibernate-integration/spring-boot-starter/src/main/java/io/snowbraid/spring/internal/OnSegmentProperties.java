package io.snowbraid.spring.internal;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if a tag has properties. */
final class OnSegmentProperties extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid segments");
    return SegmentBeans.tags(context.getEnvironment()).isEmpty()
        ? ConditionOutcome.noMatch(message.because("no tag has properties"))
        : ConditionOutcome.match(message.because("tags have properties"));
  }
}
