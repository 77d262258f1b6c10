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
 * Matches if there is a worker source. Without one, an application or test slice without a database
 * still starts, and only a call for an id fails. With several databases and no generator
 * properties, Hibernate leases a worker from each.
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

  /**
   * Properties that would be ignored without a generator, so the choice of a database is checked.
   */
  @ConditionalOnBean(DataSource.class)
  @Conditional(OnSettings.class)
  static final class SeveralDatabases {}

  /** Generator properties. Kubernetes sets others for a service named {@code snowbraid}. */
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
