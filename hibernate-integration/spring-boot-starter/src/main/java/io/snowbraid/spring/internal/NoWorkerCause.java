package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.util.StringUtils;

/**
 * The reason why no worker can be leased.
 *
 * @param databases the data source beans, none of which is preferred
 */
public record NoWorkerCause(List<String> databases) {

  /** There is no data source. */
  public static final NoWorkerCause NOWHERE = new NoWorkerCause(List.of());

  /** Finds the reason; null if a worker can be leased, because one data source is preferred. */
  public static @Nullable NoWorkerCause of(ListableBeanFactory beans) {
    List<String> names = List.of(beans.getBeanNamesForType(DataSource.class, true, false));
    boolean isOneMeant =
        names.stream().filter(name -> isCandidate(definition(beans, name))).count() == 1
            || names.stream().anyMatch(name -> isPrimary(definition(beans, name)));
    return isOneMeant ? null : new NoWorkerCause(names);
  }

  private static @Nullable BeanDefinition definition(ListableBeanFactory beans, String name) {
    return beans instanceof ConfigurableListableBeanFactory all && all.containsBeanDefinition(name)
        ? all.getMergedBeanDefinition(name)
        : null;
  }

  private static boolean isPrimary(@Nullable BeanDefinition definition) {
    return definition != null && definition.isPrimary();
  }

  /** Applies Spring's rule for injection by type alone. */
  private static boolean isCandidate(@Nullable BeanDefinition definition) {
    return definition == null
        || (definition.isAutowireCandidate()
            && !definition.isFallback()
            && !(definition instanceof AbstractBeanDefinition known
                && !known.isDefaultCandidate()));
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
