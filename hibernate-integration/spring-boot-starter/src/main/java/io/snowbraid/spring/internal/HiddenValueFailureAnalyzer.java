package io.snowbraid.spring.internal;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports properties with mistyped names, and keys for public ids in the wrong place, without their
 * values. Spring Boot's own analyzers would write a key to the log.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class HiddenValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

  private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("snowbraid");
  private static final ConfigurationPropertyName KEYS = ALL.append("public-ids");

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable root, BindException cause) {
    return unreadable(cause)
        .findFirst()
        .map(
            name ->
                new FailureAnalysis(
                    "The property %s is unknown, or its value has the wrong form. The value is not shown, because it may be secret."
                        .formatted(name),
                    "Correct its name or its form.",
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
}
