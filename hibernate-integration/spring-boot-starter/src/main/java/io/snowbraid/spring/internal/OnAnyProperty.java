package io.snowbraid.spring.internal;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if any of some properties is set, whatever its value. */
public abstract class OnAnyProperty extends SpringBootCondition {

  private final List<String> names;

  /**
   * Creates a condition.
   *
   * @param names the properties; the report says that the first is not set if none is
   */
  protected OnAnyProperty(String... names) {
    this.names = List.of(names);
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid property");
    Environment environment = context.getEnvironment();
    return names.stream()
        .filter(environment::containsProperty)
        .findFirst()
        .map(name -> ConditionOutcome.match(message.because(name + " is set")))
        .orElseGet(() -> ConditionOutcome.noMatch(message.because(names.get(0) + " is not set")));
  }
}
