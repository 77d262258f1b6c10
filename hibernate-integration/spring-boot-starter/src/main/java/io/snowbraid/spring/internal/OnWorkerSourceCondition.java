package io.snowbraid.spring.internal;

import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.worker.WorkerSource;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if there is a source of workers. Without one, an application or a test slice without a
 * database starts anyway, and fails only when it needs an id. If there are several databases and no
 * properties of a generator, Hibernate leases a worker from each.
 */
final class OnWorkerSourceCondition extends AnyNestedCondition {

  OnWorkerSourceCondition() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnProperty("snowbraid.worker-id")
  static final class Numbered {}

  @ConditionalOnProperty("snowbraid.directory")
  static final class Directory {}

  @ConditionalOnBean(WorkerSource.class)
  static final class Source {}

  @ConditionalOnSingleCandidate(DataSource.class)
  static final class Database {}

  /** What would be ignored without a generator; the choice among several databases is checked. */
  @ConditionalOnBean(DataSource.class)
  @Conditional(OnSettings.class)
  static final class SeveralDatabases {}

  /** Kubernetes sets other properties, for a service that is called {@code snowbraid}. */
  static final class OnSettings extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      Binder binder = Binder.get(context.getEnvironment());
      boolean isDescribed =
          Stream.concat(
                  Arrays.stream(Setting.values()).map(Setting::key),
                  Stream.of("data-source", "sql-functions.install"))
              .anyMatch(name -> binder.bind("snowbraid." + name, String.class).isBound());
      return new ConditionOutcome(
          isDescribed, ConditionMessage.forCondition("setting of the generator").notAvailable(""));
    }
  }
}
