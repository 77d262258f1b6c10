package io.snowbraid.spring.internal;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Finds the data source to lease workers from. */
public final class DataSourceLookup {

  private final ListableBeanFactory beans;
  private final @Nullable String name;

  /**
   * Creates a lookup among the beans of an application.
   *
   * @param name the bean's name; null for the only or primary one
   */
  public DataSourceLookup(ListableBeanFactory beans, @Nullable String name) {
    this.beans = beans;
    this.name = name;
  }

  public Optional<DataSource> find() {
    return name == null ? unnamed() : Optional.of(named(name));
  }

  private DataSource named(String wanted) {
    List<String> names = names();
    if (!names.contains(wanted)) {
      throw new InvalidConfigurationPropertyValueException(
          "snowbraid.data-source",
          wanted,
          "It has to be the name of a DataSource bean, one of " + names + ".");
    }
    return beans.getBean(wanted, DataSource.class);
  }

  private Optional<DataSource> unnamed() {
    ObjectProvider<DataSource> provider = beans.getBeanProvider(DataSource.class);
    DataSource only = provider.getIfUnique();
    if (only == null && !names().isEmpty()) {
      throw new NoWorkerCause(names()).rejection();
    }
    return Optional.ofNullable(only);
  }

  private List<String> names() {
    return List.of(beans.getBeanNamesForType(DataSource.class));
  }
}
