package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Has Spring Data use the application's generator for the ids of aggregates. */
@Configuration(proxyBeanMethods = false)
public final class SpringDataConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JdbcMappingContext.class)
  static final class OfJdbc {

    @Bean
    JdbcIdCallback snowbraidForSpringDataJdbc(
        ObjectProvider<JdbcMappingContext> mappings,
        ObjectProvider<IdGenerator> generator,
        ListableBeanFactory beans) {
      return new JdbcIdCallback(any(mappings), NoWorkerCause.generator(generator, beans));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(R2dbcMappingContext.class)
  static final class OfR2dbc {

    @Bean
    R2dbcIdCallback snowbraidForSpringDataR2dbc(
        ObjectProvider<R2dbcMappingContext> mappings,
        ObjectProvider<IdGenerator> generator,
        ListableBeanFactory beans) {
      return new R2dbcIdCallback(any(mappings), NoWorkerCause.generator(generator, beans));
    }
  }

  /** Returns any of the mapping contexts, because all agree on which properties are ids. */
  private static <T> Supplier<T> any(ObjectProvider<T> mappings) {
    return () -> mappings.orderedStream().findFirst().orElseGet(mappings::getObject);
  }

  /** Assigns ids when Spring Data JDBC is about to store an aggregate. */
  static final class JdbcIdCallback implements BeforeConvertCallback<Object> {

    private final AggregateIdAssigner aggregates;

    /**
     * Called by the starter.
     *
     * @param mappings tells which entities there are
     * @param ids returns the generator when an id is needed
     */
    JdbcIdCallback(
        Supplier<? extends RelationalMappingContext> mappings, Supplier<IdGenerator> ids) {
      aggregates = new AggregateIdAssigner(mappings, ids);
    }

    @Override
    public Object onBeforeConvert(Object aggregate) {
      return aggregates.complete(aggregate);
    }
  }

  /**
   * Assigns an id when Spring Data R2DBC is about to store an entity. A generator may wait for its
   * grant or its clock, so it is called in a thread that may block.
   */
  static final class R2dbcIdCallback
      implements org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback<Object> {

    private final AggregateIdAssigner entities;

    /**
     * Called by the starter.
     *
     * @param mappings tells which entities there are
     * @param ids returns the generator when an id is needed
     */
    R2dbcIdCallback(
        Supplier<? extends RelationalMappingContext> mappings, Supplier<IdGenerator> ids) {
      entities = new AggregateIdAssigner(mappings, ids);
    }

    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
      return entities.mayNeedIds(entity.getClass())
          ? Mono.fromSupplier(() -> entities.complete(entity))
              .subscribeOn(Schedulers.boundedElastic())
          : Mono.just(entity);
    }
  }
}
