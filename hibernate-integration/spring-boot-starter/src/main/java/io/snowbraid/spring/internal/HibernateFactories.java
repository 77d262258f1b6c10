package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.hibernate.internal.IdSpaceRegistry;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerSource;
import jakarta.persistence.EntityManagerFactory;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.PriorityOrdered;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.orm.jpa.hibernate.LocalSessionFactoryBean;

/**
 * Makes every entity manager factory of the context use the application's generators, including
 * factories that the application creates itself. Otherwise each factory would lease a worker from
 * its own database, and ids from two databases could be equal. A factory whose own properties set
 * the origin of its ids keeps it.
 */
final class HibernateFactories implements BeanPostProcessor, PriorityOrdered {

  /**
   * The application's generator. Factories depend on this bean, so they are destroyed before it.
   */
  record Generator(IdGenerator ids) {}

  /** The name of the generator bean. */
  static final String GENERATOR = "snowbraidForHibernate";

  /** The settings, besides a generator, that set the origin of a factory's ids. */
  static final Set<String> OWN_IDS =
      Set.of(
          SnowflakeSettings.WORKER_ID,
          SnowflakeSettings.DIRECTORY,
          SnowflakeSettings.NAMESPACE,
          SnowflakeSettings.WORKERS,
          SnowflakeSettings.DATA_SOURCE);

  /** The settings that would be ignored without one of those above. */
  static final List<String> OF_OWN_IDS =
      List.of(
          SnowflakeSettings.LAYOUT,
          SnowflakeSettings.TABLE,
          SnowflakeSettings.HORIZON,
          SnowflakeSettings.MAX_WAIT);

  private static final Set<String> OWN_SEGMENTS =
      Set.of(
          SnowflakeSettings.SEGMENTS,
          SnowflakeSettings.SEGMENT_TABLE,
          SnowflakeSettings.DATA_SOURCE);

  private final ConfigurableListableBeanFactory beans;

  HibernateFactories(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /** Runs before other bean post-processors, some of which already need a factory. */
  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessBeforeInitialization(Object bean, String name) {
    Map<String, Object> properties = properties(bean);
    if (properties != null) {
      SnowbraidProperties settings = beans.getBean(SnowbraidProperties.class);
      if (beans.containsBean(GENERATOR) && !hasOwnIds(properties)) {
        OF_OWN_IDS.forEach(setting -> requireAbsent(setting, properties, name));
        properties.put(
            SnowflakeSettings.GENERATOR, beans.getBean(GENERATOR, Generator.class).ids());
        beans.registerDependentBean(GENERATOR, name);
        // for other id spaces
        putIfSet(properties, SnowflakeSettings.WORKERS, settings.workers());
        putIfSet(properties, SnowflakeSettings.DIRECTORY, settings.directory());
      }
      if (Collections.disjoint(properties.keySet(), OWN_SEGMENTS) && hasSegments(settings)) {
        // created lazily, because entities may not need them
        Supplier<SegmentGenerators> later =
            beans.getBeanProvider(SegmentGenerators.class)::getObject;
        properties.put(SnowflakeSettings.SEGMENTS, later);
      }
      putIfSet(properties, SnowflakeSettings.CREATE_TABLE, settings.createTable());
      putIfSet(properties, SnowflakeSettings.ASSIGNED_IDS, settings.assignedIds());
    }
    return bean;
  }

  /** Rejects a factory whose properties could not be changed above. */
  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof EntityManagerFactory factory
        && isMadeOtherwise(name)
        && beans.containsBean(GENERATOR)
        && isOfAnotherDatabase(factory)) {
      factory.close(); // because the context will not
      throw new NotConfiguredException(
          "The entity manager factory %s leased a worker from its own database, but the IdGenerator bean uses another database, so their ids could collide."
              .formatted(name),
          "Create it with Spring's LocalContainerEntityManagerFactoryBean, or pass the bean as its property %s. To give it separate ids, add %s or %s to its properties."
              .formatted(
                  SnowflakeSettings.GENERATOR,
                  SnowflakeSettings.NAMESPACE,
                  SnowflakeSettings.WORKERS));
    }
    return bean;
  }

  private boolean isMadeOtherwise(String name) {
    return !beans.containsBean(name) || !beans.isFactoryBean(name);
  }

  /**
   * Returns whether the factory leased a worker from another database than the generator bean's.
   */
  private boolean isOfAnotherDatabase(EntityManagerFactory made) {
    SessionFactoryImplementor factory = made.unwrap(SessionFactoryImplementor.class);
    return !hasOwnIds(factory.getProperties())
        && IdSpaceRegistry.of(factory.getServiceRegistry())
            .defaultSource()
            .filter(own -> !isOfTheSameDatabase(own))
            .isPresent();
  }

  private boolean isOfTheSameDatabase(JdbcWorkerSource own) {
    beans
        .getBeanProvider(IdGenerator.class)
        .getIfUnique(); // afterwards, the source knows its database
    return beans.getBeanProvider(WorkerSource.class).getIfUnique() instanceof JdbcWorkerSource bean
        && bean.database().equals(own.database());
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Hibernate's property names are strings
  private static @Nullable Map<String, Object> properties(Object bean) {
    if (bean instanceof AbstractEntityManagerFactoryBean factory) {
      return factory.getJpaPropertyMap();
    }
    return bean instanceof LocalSessionFactoryBean factory
        ? (Map) factory.getHibernateProperties()
        : null;
  }

  private static boolean hasOwnIds(Map<String, ?> properties) {
    return properties.containsKey(SnowflakeSettings.GENERATOR)
        || !Collections.disjoint(properties.keySet(), OWN_IDS);
  }

  /** Returns whether factories share tag numbers; otherwise each factory draws its own. */
  private boolean hasSegments(SnowbraidProperties settings) {
    return isPresent(SegmentGenerators.class)
        && (settings.dataSource() != null
            || settings.hasSegmentsInDirectory()
            || isPresent(SegmentSource.class)
            || !beans.containsBean(SegmentsConfiguration.GENERATORS)
            || beans.getBeanProvider(DataSource.class).getIfUnique() != null);
  }

  private boolean isPresent(Class<?> type) {
    return beans.getBeanNamesForType(type, true, false).length > 0;
  }

  private static void putIfSet(
      Map<String, Object> properties, String name, @Nullable Object value) {
    if (value != null) {
      properties.putIfAbsent(name, value);
    }
  }

  private static void requireAbsent(String name, Map<String, Object> properties, String factory) {
    if (properties.containsKey(name)) {
      throw new NotConfiguredException(
          "The JPA property %s=%s of %s would be ignored, because its ids come from the IdGenerator bean."
              .formatted(name, properties.get(name), factory),
          "Set %s in the application's properties instead. To give the factory separate ids, add %s or %s to its JPA properties."
              .formatted(name, SnowflakeSettings.NAMESPACE, SnowflakeSettings.WORKERS));
    }
  }
}
