package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.spring.internal.GeneratorConfiguration.InstalledSqlFunctions;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
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

/** Makes Hibernate use the application's generators. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({SessionFactory.class, AbstractEntityManagerFactoryBean.class})
public final class HibernateConfiguration {

  @Bean
  static HibernateFactories snowbraidHibernateFactories(ConfigurableListableBeanFactory beans) {
    return new HibernateFactories(beans);
  }

  /**
   * Passes the generator to Hibernate.
   *
   * @param functions installed before Hibernate creates tables, whose defaults may call them
   */
  @Bean(HibernateFactories.GENERATOR)
  @Lazy
  @ConditionalOnBean(IdGenerator.class)
  HibernateFactories.Generator generator(
      IdGenerator generator, ObjectProvider<InstalledSqlFunctions> functions) {
    functions.ifAvailable(installed -> {});
    return new HibernateFactories.Generator(generator);
  }

  /** Checks the settings of all factories, {@code spring.jpa.properties.*}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HibernatePropertiesCustomizer.class)
  @ConditionalOnBean(IdGenerator.class)
  static final class SharedProperties {

    @Bean
    HibernatePropertiesCustomizer snowbraidSettingsCheck(ObjectProvider<IdGenerator> generators) {
      return properties -> requireNoOther(properties, generators);
    }

    private static void requireNoOther(
        Map<String, Object> properties, ObjectProvider<IdGenerator> generators) {
      Stream.concat(HibernateFactories.OWN_IDS.stream(), HibernateFactories.OF_OWN_IDS.stream())
          .filter(properties::containsKey)
          .forEach(
              name -> {
                throw rejected(
                    name,
                    properties.get(name),
                    "Hibernate gets its ids from the bean that the snowbraid.* properties"
                        + " configure; set "
                        + name
                        + " instead.");
              });
      Object given = properties.get(SnowflakeSettings.GENERATOR);
      if (given != null && given != generators.getObject()) {
        throw rejected(
            SnowflakeSettings.GENERATOR,
            given,
            "Hibernate gets its ids from the IdGenerator bean, which is a different object; remove"
                + " this setting.");
      }
    }

    private static InvalidConfigurationPropertyValueException rejected(
        String name, @Nullable Object value, String reason) {
      return new InvalidConfigurationPropertyValueException(
          "spring.jpa.properties." + name, value, reason);
    }
  }
}
