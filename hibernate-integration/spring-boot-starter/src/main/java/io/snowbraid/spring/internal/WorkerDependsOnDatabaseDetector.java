package io.snowbraid.spring.internal;

import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.worker.WorkerSource;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Makes scripts and migrations run before a worker is leased, because they may create the worker
 * table. This does not apply if they run after Hibernate, which needs the generator.
 */
final class WorkerDependsOnDatabaseDetector
    extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

  private final Environment environment;

  WorkerDependsOnDatabaseDetector(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
    boolean deferred =
        environment.getProperty("spring.jpa.defer-datasource-initialization", Boolean.class, false);
    return deferred
        ? Set.of()
        : Set.of(WorkerSource.class, Snowflake.class, SegmentGenerators.class);
  }
}
