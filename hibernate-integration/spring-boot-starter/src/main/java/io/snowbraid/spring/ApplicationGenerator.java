package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;

/** The application's generator, for frameworks that ask when they need an id. */
final class ApplicationGenerator {

  private ApplicationGenerator() {}

  /** Without a generator the framework would make ids of its own, so asking fails. */
  static Supplier<IdGenerator> required(ListableBeanFactory beans) {
    return () -> beans.getBeanProvider(IdGenerator.class).getIfAvailable(() -> refuse(beans));
  }

  private static IdGenerator refuse(ListableBeanFactory beans) {
    throw Objects.requireNonNullElse(NoWorkerCause.of(beans), NoWorkerCause.NOWHERE).refusal();
  }
}
