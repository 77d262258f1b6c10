package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/** The application's generator, for frameworks that ask when they need an id. */
final class Generators {

  private Generators() {}

  /** Without a generator the framework would make ids of its own, so asking fails. */
  static Supplier<IdGenerator> required(ObjectProvider<IdGenerator> generator) {
    return () -> generator.getIfAvailable(() -> refuse());
  }

  private static IdGenerator refuse() {
    throw noWorker();
  }

  static NotConfiguredException noWorker() {
    return new NotConfiguredException(
        "The generator of ids needs a worker, and " + WhereAWorkerIs.NOWHERE + ".",
        StringUtils.capitalize(WhereAWorkerIs.REMEDY) + ".");
  }
}
