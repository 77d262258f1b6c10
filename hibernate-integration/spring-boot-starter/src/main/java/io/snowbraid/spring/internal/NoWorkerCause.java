package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * The reason why no worker can be leased.
 *
 * @param databases the data source beans, none of which is preferred
 */
public record NoWorkerCause(List<String> databases) {

  /** There is no data source. */
  public static final NoWorkerCause NOWHERE = new NoWorkerCause(List.of());

  /** Finds the reason; null if there is one data source. */
  static @Nullable NoWorkerCause of(ListableBeanFactory beans) {
    List<String> names = List.of(beans.getBeanNamesForType(DataSource.class, true, false));
    return names.size() == 1 ? null : new NoWorkerCause(names);
  }

  /**
   * Returns a supplier of the application's generator, which is not one of a single tag. It fails
   * if there is none, because a framework would otherwise generate its own ids.
   */
  static Supplier<IdGenerator> generator(
      ObjectProvider<IdGenerator> generator, ListableBeanFactory beans) {
    return () ->
        generator.getIfAvailable(
            () -> {
              throw Objects.requireNonNullElse(of(beans), NOWHERE).rejection();
            });
  }

  public NotConfiguredException rejection() {
    return new NotConfiguredException(
        "The id generator needs a worker, but " + this + ".",
        StringUtils.capitalize(remedy()) + ".");
  }

  public boolean isMany() {
    return !databases.isEmpty();
  }

  public String remedy() {
    return isMany()
        ? "set snowbraid.data-source to the name of one of them, or mark one as @Primary"
        : "add a database, or set snowbraid.directory to a directory on a local disk, or"
            + " snowbraid.worker-id to a number that no other running process has";
  }

  @Override
  public String toString() {
    return isMany()
        ? "none of the DataSource beans " + databases + " is primary"
        : "there is no DataSource bean to lease a worker from";
  }
}
