package io.snowbraid.spring;

import io.snowbraid.worker.WorkerSource;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches where a worker can come from. An application without a database, or a test of a part that
 * has none, is none the worse for the starter until it asks for an id.
 */
final class WhereAWorkerIs extends SpringBootCondition implements ConfigurationCondition {

  static final String NOWHERE = "there is no DataSource bean to lease a worker from";

  static final String REMEDY =
      "add a database, or set snowbraid.directory to a directory on a local disk, or"
          + " snowbraid.worker-id to a number that no other running process has";

  private static final List<String> PROPERTIES =
      List.of("snowbraid.worker-id", "snowbraid.directory");

  private static final List<Class<?>> BEANS = List.of(WorkerSource.class, DataSource.class);

  @Override
  public ConfigurationPhase getConfigurationPhase() {
    return ConfigurationPhase.REGISTER_BEAN;
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("worker of the generator");
    for (String property : PROPERTIES) {
      if (context.getEnvironment().containsProperty(property)) {
        return ConditionOutcome.match(message.because(property + " is set"));
      }
    }
    ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
    for (Class<?> type : BEANS) {
      if (beans.getBeanNamesForType(type, true, false).length > 0) {
        return ConditionOutcome.match(message.foundExactly(type.getSimpleName() + " bean"));
      }
    }
    return ConditionOutcome.noMatch(message.because(NOWHERE + ": " + REMEDY));
  }
}
