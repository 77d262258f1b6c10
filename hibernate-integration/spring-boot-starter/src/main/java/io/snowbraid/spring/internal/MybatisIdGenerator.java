package io.snowbraid.spring.internal;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Issues the ids of MyBatis-Plus: those of {@code ASSIGN_ID}, and those of its class {@code
 * IdWorker}.
 */
public final class MybatisIdGenerator implements IdentifierGenerator {

  private final Supplier<IdGenerator> ids;

  /**
   * Called by the starter.
   *
   * @param ids returns the generator when an id is needed
   */
  public MybatisIdGenerator(Supplier<IdGenerator> ids) {
    this.ids = ids;
  }

  @Override
  public Number nextId(@Nullable Object entity) {
    return ids.get().nextId();
  }
}
