package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;

/** Has Spring Data use the application's generator for the ids of aggregates. */
@AutoConfiguration(after = SnowbraidAutoConfiguration.class)
final class SnowbraidDataAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JdbcMappingContext.class)
  static final class OfJdbc {

    @Bean
    JdbcIdCallback snowbraidForSpringDataJdbc(
        ObjectProvider<JdbcMappingContext> mappings,
        ObjectProvider<IdGenerator> generator,
        ListableBeanFactory beans) {
      return new JdbcIdCallback(any(mappings), ApplicationGenerator.required(generator, beans));
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
      return new R2dbcIdCallback(any(mappings), ApplicationGenerator.required(generator, beans));
    }
  }

  /** Returns any of the mapping contexts, because all agree on which properties are ids. */
  private static <T> Supplier<T> any(ObjectProvider<T> mappings) {
    return () -> mappings.orderedStream().findFirst().orElseGet(mappings::getObject);
  }
}
