package io.snowbraid.spring.data;

import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/** Called by Spring Data JDBC before it stores an aggregate. */
public final class JdbcIdCallback implements BeforeConvertCallback<Object> {

  private final AggregateIdAssigner aggregates;

  /**
   * Made by the starter.
   *
   * @param mappings asked which entities there are
   * @param ids asked for a generator when one is needed
   */
  public JdbcIdCallback(
      Supplier<? extends RelationalMappingContext> mappings, Supplier<IdGenerator> ids) {
    aggregates = new AggregateIdAssigner(mappings, ids);
  }

  @Override
  public Object onBeforeConvert(Object aggregate) {
    return aggregates.complete(aggregate);
  }
}
