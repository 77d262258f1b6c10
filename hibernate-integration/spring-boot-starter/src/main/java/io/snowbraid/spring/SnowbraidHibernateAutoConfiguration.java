package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.SnowflakeSettings;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/** Has Hibernate use the application's generator. */
@AutoConfiguration(after = SnowbraidAutoConfiguration.class)
@ConditionalOnClass(HibernatePropertiesCustomizer.class)
@ConditionalOnBean(IdGenerator.class)
final class SnowbraidHibernateAutoConfiguration {

  /** Settings that describe another generator for the same ids. */
  private static final List<String> OTHERS =
      List.of(
          SnowflakeSettings.WORKER_ID,
          SnowflakeSettings.LAYOUT,
          SnowflakeSettings.TABLE,
          SnowflakeSettings.NAMESPACE,
          SnowflakeSettings.WORKERS,
          SnowflakeSettings.HORIZON,
          SnowflakeSettings.MAX_WAIT,
          SnowflakeSettings.DATA_SOURCE);

  /**
   * Passes the generator to Hibernate.
   *
   * @param functions installed before Hibernate creates tables, whose defaults may call them
   */
  @Bean
  HibernatePropertiesCustomizer snowbraidForHibernate(
      IdGenerator generator,
      SnowbraidProperties settings,
      ObjectProvider<InstalledSqlFunctions> functions) {
    functions.ifAvailable(installed -> {});
    return properties -> {
      requireNoOther(properties, generator);
      properties.put(SnowflakeSettings.GENERATOR, generator);
      if (settings.createTable() != null) {
        properties.putIfAbsent(SnowflakeSettings.CREATE_TABLE, settings.createTable());
      }
      properties.putIfAbsent(SnowflakeSettings.ASSIGNED_IDS, settings.assignedIds());
      if (settings.workers() != null) {
        properties.put(SnowflakeSettings.WORKERS, settings.workers()); // for other id spaces
      }
    };
  }

  private static void requireNoOther(Map<String, Object> properties, IdGenerator generator) {
    for (String name : OTHERS) {
      if (properties.containsKey(name)) {
        throw rejected(
            name,
            properties.get(name),
            "Hibernate takes its ids from the bean that the properties snowbraid.* describe: set "
                + name
                + " instead.");
      }
    }
    Object given = properties.get(SnowflakeSettings.GENERATOR);
    if (given != null && given != generator) {
      throw rejected(
          SnowflakeSettings.GENERATOR,
          given,
          "Hibernate takes its ids from the IdGenerator bean, which is a different object: make the"
              + " configured object the bean, or remove the setting.");
    }
  }

  private static InvalidConfigurationPropertyValueException rejected(
      String name, Object value, String reason) {
    return new InvalidConfigurationPropertyValueException(
        "spring.jpa.properties." + name, value, reason);
  }
}
