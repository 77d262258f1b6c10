package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.StringUtils;

/**
 * Explains why there is no generator to inject. Spring Boot's own analyzer would only advise
 * defining a bean.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class NoGeneratorFailureAnalyzer
    extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

  private static final Set<Class<?>> OURS = Set.of(IdGenerator.class, Snowflake.class);

  private final BeanFactory beans;

  NoGeneratorFailureAnalyzer(BeanFactory beans) {
    this.beans = beans;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable root, NoSuchBeanDefinitionException cause) {
    Class<?> type = cause.getBeanType();
    if (type == null || !OURS.contains(type) || !isLeftOut()) {
      return null;
    }
    NoWorkerCause reason = NoWorkerCause.of((ListableBeanFactory) beans);
    return reason == null ? null : analysis(type, reason, cause);
  }

  private static FailureAnalysis analysis(Class<?> type, NoWorkerCause reason, Throwable cause) {
    return new FailureAnalysis(
        "There is no bean of type %s, because %s.".formatted(type.getName(), reason),
        StringUtils.capitalize(reason.remedy()) + ".",
        cause);
  }

  /** Tells whether the starter is active in this context but has created no generator. */
  private boolean isLeftOut() {
    return beans instanceof ListableBeanFactory all
        && all.getBeanNamesForType(SnowbraidProperties.class, true, false).length > 0
        && all.getBeanNamesForType(IdGenerator.class, true, false).length == 0;
  }
}
