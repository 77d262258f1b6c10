package io.snowbraid.spring.mybatis;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What MyBatis-Plus asks for an {@code ASSIGN_ID}, and {@code IdWorker} for any id. */
public final class MybatisIdGenerator implements IdentifierGenerator {

  private final Supplier<IdGenerator> ids;

  /**
   * Made by the starter.
   *
   * @param ids asked for a generator when an id is needed
   */
  public MybatisIdGenerator(Supplier<IdGenerator> ids) {
    this.ids = ids;
  }

  @Override
  public Number nextId(@Nullable Object entity) {
    return ids.get().nextId();
  }
}
