package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.spring.internal.GeneratorConfiguration.InstalledSqlFunctions;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/** Has Hibernate use the application's generators. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({SessionFactory.class, AbstractEntityManagerFactoryBean.class})
public final class HibernateConfiguration {

  @Bean
  static HibernateFactories snowbraidHibernateFactories(ConfigurableListableBeanFactory beans) {
    return new HibernateFactories(beans);
  }

  @Bean(HibernateFactories.COMMON)
  @Lazy
  HibernateFactories.Settings common(SnowbraidProperties settings) {
    return properties -> {
      if (settings.createTable() != null) {
        properties.putIfAbsent(SnowflakeSettings.CREATE_TABLE, settings.createTable());
      }
      properties.putIfAbsent(SnowflakeSettings.ASSIGNED_IDS, settings.assignedIds());
    };
  }

  /**
   * Passes the generator to Hibernate.
   *
   * @param functions installed before Hibernate creates tables, whose defaults may call them
   */
  @Bean(HibernateFactories.GENERATOR)
  @Lazy
  @ConditionalOnBean(IdGenerator.class)
  HibernateFactories.Settings generator(
      IdGenerator generator,
      SnowbraidProperties settings,
      ObjectProvider<InstalledSqlFunctions> functions) {
    functions.ifAvailable(installed -> {});
    return properties -> {
      properties.put(SnowflakeSettings.GENERATOR, generator);
      // for other id spaces
      if (settings.workers() != null) {
        properties.put(SnowflakeSettings.WORKERS, settings.workers());
      }
      if (settings.directory() != null) {
        properties.put(SnowflakeSettings.DIRECTORY, settings.directory());
      }
    };
  }

  /**
   * Passes the generators of numbers on without creating them, because perhaps no entity needs
   * them.
   */
  @Bean(HibernateFactories.SEGMENTS)
  @Lazy
  @ConditionalOnBean(SegmentGenerators.class)
  HibernateFactories.Settings segments(
      ObjectProvider<SegmentGenerators> numbers,
      ObjectProvider<SegmentSource> sources,
      ObjectProvider<DataSource> databases,
      SnowbraidProperties settings,
      ListableBeanFactory beans) {
    Supplier<SegmentGenerators> later = numbers::getObject;
    boolean isTableKnown =
        settings.dataSource() != null
            || settings.hasSegmentsInDirectory()
            || databases.getIfUnique() != null
            || sources.stream().findAny().isPresent()
            || !beans.containsBean(SegmentsConfiguration.GENERATORS);
    return properties -> {
      if (isTableKnown) { // otherwise each factory has its own
        properties.put(SnowflakeSettings.SEGMENTS, later);
      }
    };
  }

  /** Checks the settings of all factories, {@code spring.jpa.properties.*}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HibernatePropertiesCustomizer.class)
  @ConditionalOnBean(IdGenerator.class)
  static final class SharedProperties {

    /** Settings that describe another generator for the same ids. */
    private static final List<String> OTHERS =
        List.of(
            SnowflakeSettings.WORKER_ID,
            SnowflakeSettings.DIRECTORY,
            SnowflakeSettings.LAYOUT,
            SnowflakeSettings.TABLE,
            SnowflakeSettings.NAMESPACE,
            SnowflakeSettings.WORKERS,
            SnowflakeSettings.HORIZON,
            SnowflakeSettings.MAX_WAIT,
            SnowflakeSettings.DATA_SOURCE);

    @Bean
    HibernatePropertiesCustomizer snowbraidSettingsCheck(ObjectProvider<IdGenerator> generators) {
      return properties -> requireNoOther(properties, generators);
    }

    private static void requireNoOther(
        Map<String, Object> properties, ObjectProvider<IdGenerator> generators) {
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
      if (given != null && given != generators.getObject()) {
        throw rejected(
            SnowflakeSettings.GENERATOR,
            given,
            "Hibernate takes its ids from the IdGenerator bean, which is a different object: make"
                + " the configured object the bean, or remove the setting.");
      }
    }

    private static InvalidConfigurationPropertyValueException rejected(
        String name, @Nullable Object value, String reason) {
      return new InvalidConfigurationPropertyValueException(
          "spring.jpa.properties." + name, value, reason);
    }
  }
}
