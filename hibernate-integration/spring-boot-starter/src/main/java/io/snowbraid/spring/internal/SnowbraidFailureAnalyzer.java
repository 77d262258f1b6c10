package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.jdbc.internal.Causes;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.StringUtils;

/**
 * Reports the problem and the remedy of these startup failures:
 *
 * <ul>
 *   <li>the first exception of this library, whose message ends with the remedy
 *   <li>mistyped property names, and public id keys in the wrong place: without the values, which
 *       Spring Boot's own analyzers would log
 *   <li>no generator to inject, where Spring Boot's own analyzer would only advise defining a bean
 * </ul>
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SnowbraidFailureAnalyzer implements FailureAnalyzer {

  private static final String REMEDY = "; ";
  private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("snowbraid");
  private static final ConfigurationPropertyName KEYS = ALL.append("public-ids");
  private static final Set<Class<?>> GENERATORS = Set.of(IdGenerator.class, Snowflake.class);

  private final BeanFactory beans;

  SnowbraidFailureAnalyzer(BeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    return Causes.of(failure)
        .map(cause -> analysis(cause, failure))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private @Nullable FailureAnalysis analysis(Throwable cause, Throwable failure) {
    if (cause instanceof NotConfiguredException given) {
      return new FailureAnalysis(given.description(), given.action(), failure);
    }
    if (cause instanceof SnowbraidException own) {
      return analysis(own, failure);
    }
    if (cause instanceof BindException binding) {
      return hidden(binding);
    }
    return cause instanceof NoSuchBeanDefinitionException missing
        ? withoutGenerator(missing)
        : null;
  }

  private static FailureAnalysis analysis(SnowbraidException own, Throwable failure) {
    String message = String.valueOf(own.getMessage());
    String remedy = remedy(failure);
    int end = remedy.isEmpty() ? -1 : message.indexOf(remedy);
    return end < 0
        ? new FailureAnalysis(message, null, own)
        : new FailureAnalysis(
            StringUtils.capitalize(message.substring(0, end - REMEDY.length())) + ".",
            StringUtils.capitalize(remedy) + setting(message),
            own);
  }

  /**
   * Returns the remedy at the end of the cause's message. Other messages quote it and may extend
   * it.
   */
  private static String remedy(Throwable failure) {
    String cause =
        Causes.of(failure, SnowbraidException.class)
            .reduce((outer, inner) -> inner)
            .map(Throwable::getMessage)
            .orElse("");
    int end = cause.lastIndexOf(REMEDY);
    return end < 0 ? "" : cause.substring(end + REMEDY.length());
  }

  /** Returns the setting that the remedy concerns. */
  private static String setting(String problem) {
    return problem.contains("data source gave no connection")
        ? ". Set snowbraid.data-source to the name of the DataSource bean to use"
        : "";
  }

  private static @Nullable FailureAnalysis hidden(BindException cause) {
    return unreadable(cause)
        .findFirst()
        .map(
            name ->
                new FailureAnalysis(
                    "The property %s is unknown, or its value is malformed. The value is hidden, because it may be secret."
                        .formatted(name),
                    "Correct its name or its value.",
                    cause))
        .orElse(null);
  }

  private static Stream<ConfigurationPropertyName> unreadable(BindException failure) {
    if (failure.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
      return unbound.getUnboundProperties().stream()
          .map(ConfigurationProperty::getName)
          .filter(ALL::isAncestorOf);
    }
    return Stream.of(failure.getName())
        .filter(name -> KEYS.equals(name) || KEYS.isAncestorOf(name));
  }

  private @Nullable FailureAnalysis withoutGenerator(NoSuchBeanDefinitionException cause) {
    Class<?> type = cause.getBeanType();
    if (type == null
        || !GENERATORS.contains(type)
        || !(beans instanceof ListableBeanFactory all)
        || !isLeftOut(all)) {
      return null;
    }
    NotConfiguredException reason =
        WorkerDatabase.missing("There is no bean of type " + type.getName() + ", because", all);
    return new FailureAnalysis(reason.description(), reason.action(), cause);
  }

  /** Returns whether the starter is active in this context but has created no generator. */
  private static boolean isLeftOut(ListableBeanFactory beans) {
    return WorkerDatabase.names(beans).size() != 1
        && beans.getBeanNamesForType(SnowbraidProperties.class, true, false).length > 0
        && beans.getBeanNamesForType(IdGenerator.class, true, false).length == 0;
  }
}
