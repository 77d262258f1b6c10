package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Makes Spring Data use the application's generator for aggregate ids. */
@Configuration(proxyBeanMethods = false)
public final class SpringDataConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JdbcMappingContext.class)
  static final class OfJdbc {

    /** Assigns ids before Spring Data JDBC stores an aggregate. */
    @Bean
    BeforeConvertCallback<Object> snowbraidForSpringDataJdbc(
        ObjectProvider<JdbcMappingContext> mappings,
        ObjectProvider<IdGenerator> generator,
        ListableBeanFactory beans) {
      return new AggregateIdAssigner(any(mappings), WorkerDatabase.generator(generator, beans))
          ::complete;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(R2dbcMappingContext.class)
  static final class OfR2dbc {

    /**
     * Assigns an id before Spring Data R2DBC stores an entity. A generator may wait for its grant
     * or clock, so it is called on a thread that may block.
     */
    @Bean
    org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback<Object>
        snowbraidForSpringDataR2dbc(
            ObjectProvider<R2dbcMappingContext> mappings,
            ObjectProvider<IdGenerator> generator,
            ListableBeanFactory beans) {
      AggregateIdAssigner entities =
          new AggregateIdAssigner(any(mappings), WorkerDatabase.generator(generator, beans));
      return (entity, table) ->
          entities.mayNeedIds(entity.getClass())
              ? Mono.fromSupplier(() -> entities.complete(entity))
                  .subscribeOn(Schedulers.boundedElastic())
              : Mono.just(entity);
    }
  }

  /** Returns any mapping context, because all agree on which properties are ids. */
  private static <T> Supplier<T> any(ObjectProvider<T> mappings) {
    return () -> mappings.orderedStream().findFirst().orElseGet(mappings::getObject);
  }
}
