package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/** Assigns ids when Spring Data JDBC is about to store an aggregate. */
public final class JdbcIdCallback implements BeforeConvertCallback<Object> {

  private final AggregateIdAssigner aggregates;

  /**
   * Called by the starter.
   *
   * @param mappings tells which entities there are
   * @param ids returns the generator when an id is needed
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
