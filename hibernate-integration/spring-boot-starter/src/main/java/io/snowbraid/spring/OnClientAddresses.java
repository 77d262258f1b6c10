package io.snowbraid.spring;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if there are servers whose ids the application uses. */
final class OnClientAddresses extends SpringBootCondition {

  private static final String PROPERTY = "snowbraid.client.addresses";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid client");
    List<String> addresses =
        Binder.get(context.getEnvironment())
            .bind(PROPERTY, Bindable.listOf(String.class))
            .orElse(List.of());
    return addresses.isEmpty()
        ? ConditionOutcome.noMatch(message.because(PROPERTY + " is not set"))
        : ConditionOutcome.match(message.because(PROPERTY + " is set"));
  }
}
