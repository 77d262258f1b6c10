package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Assigns an id when Spring Data R2DBC is about to store an entity. A generator may wait for its
 * grant or its clock, so it is called in a thread that may block.
 */
public final class R2dbcIdCallback implements BeforeConvertCallback<Object> {

  private final AggregateIdAssigner entities;

  /**
   * Called by the starter.
   *
   * @param mappings tells which entities there are
   * @param ids returns the generator when an id is needed
   */
  public R2dbcIdCallback(
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
