package io.snowbraid.spring.internal;

import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if there is a source of workers. Without one, an application or a test slice without a
 * database starts anyway, and fails only when it needs an id. If there are several databases and no
 * properties of a generator, Hibernate leases a worker from each.
 */
public final class OnWorkerSourceCondition extends SpringBootCondition
    implements ConfigurationCondition {

  private static final String PREFIX = "snowbraid";

  private static final List<String> PROPERTIES =
      List.of(PREFIX + ".worker-id", PREFIX + ".directory", PREFIX + ".data-source");

  /** What would be ignored without a generator. Kubernetes sets others, for a service's name. */
  private static final List<String> OF_THE_GENERATOR =
      Stream.concat(
              Arrays.stream(Setting.values()).map(Setting::key), Stream.of("sql-functions.install"))
          .toList();

  @Override
  public ConfigurationPhase getConfigurationPhase() {
    return ConfigurationPhase.REGISTER_BEAN;
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("worker of the generator");
    Environment environment = context.getEnvironment();
    for (String property : PROPERTIES) {
      if (environment.containsProperty(property)) {
        return ConditionOutcome.match(message.because(property + " is set"));
      }
    }
    ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
    if (beans.getBeanNamesForType(WorkerSource.class, true, false).length > 0) {
      return ConditionOutcome.match(message.foundExactly("WorkerSource bean"));
    }
    NoWorkerCause reason = NoWorkerCause.of(beans);
    if (reason == null) {
      return ConditionOutcome.match(message.foundExactly("DataSource bean"));
    }
    return reason.isMany() && isDescribed(environment)
        ? ConditionOutcome.match(message.because("a property of the generator is set"))
        : ConditionOutcome.noMatch(message.because(reason + ": " + reason.remedy()));
  }

  private static boolean isDescribed(Environment environment) {
    Binder binder = Binder.get(environment);
    return OF_THE_GENERATOR.stream()
        .anyMatch(name -> binder.bind(PREFIX + "." + name, String.class).isBound());
  }
}
