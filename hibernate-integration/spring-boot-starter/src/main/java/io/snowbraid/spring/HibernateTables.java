package io.snowbraid.spring;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.core.env.Environment;

/** Whether the application has Hibernate create its tables. */
final class HibernateTables {

  private static final List<String> ACTIONS =
      List.of(
          "spring.jpa.hibernate.ddl-auto",
          "spring.jpa.properties.hibernate.hbm2ddl.auto",
          "spring.jpa.properties.jakarta.persistence.schema-generation.database.action");

  private static final List<String> NOT_CREATING = List.of("", "none", "validate", "drop", "false");

  private HibernateTables() {}

  static boolean areCreated(Environment environment) {
    return environment.getProperty("spring.jpa.generate-ddl", Boolean.class, false)
        || ACTIONS.stream()
            .map(environment::getProperty)
            .filter(Objects::nonNull)
            .anyMatch(action -> !NOT_CREATING.contains(action.strip().toLowerCase(Locale.ROOT)));
  }
}
