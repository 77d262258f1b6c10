package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Finds the application's generator for frameworks, when they need an id. */
public final class ApplicationGenerator {

  private ApplicationGenerator() {}

  /**
   * Returns a supplier of the generator, which is not one of a single tag. It fails if there is
   * none, because the framework would otherwise generate its own ids.
   */
  public static Supplier<IdGenerator> required(
      ObjectProvider<IdGenerator> generator, ListableBeanFactory beans) {
    return () -> generator.getIfAvailable(() -> reject(beans));
  }

  private static IdGenerator reject(ListableBeanFactory beans) {
    throw Objects.requireNonNullElse(NoWorkerCause.of(beans), NoWorkerCause.NOWHERE).rejection();
  }
}
