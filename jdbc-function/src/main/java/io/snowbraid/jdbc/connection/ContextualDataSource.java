package io.snowbraid.jdbc.connection;

import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Unwraps data sources that only return the connection of the caller's transaction, such as
 * Micronaut Data's, because Snowbraid's calls run outside of transactions.
 */
final class ContextualDataSource {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /**
   * Its {@code unwrap} returns itself for {@code DataSource}, so {@code getTargetDataSource} is
   * called.
   */
  private static final String MICRONAUT =
      "io.micronaut.data.connection.jdbc.advice.DelegatingDataSource";

  private ContextualDataSource() {}

  /** Returns the data source to use: the given one unless it is contextual. */
  static DataSource unwrap(DataSource dataSource) {
    return superclasses(dataSource)
        .filter(type -> type.getName().equals(MICRONAUT))
        .findFirst()
        .map(type -> target(type, dataSource))
        .orElse(dataSource);
  }

  private static Stream<Class<?>> superclasses(Object object) {
    return Stream.iterate(object.getClass(), type -> type != null, Class::getSuperclass);
  }

  private static DataSource target(Class<?> type, DataSource dataSource) {
    try {
      Object target = type.getMethod("getTargetDataSource").invoke(dataSource);
      return unwrap((DataSource) target);
    } catch (ReflectiveOperationException e) { // the call then fails with a remedy
      LOGGER.log(System.Logger.Level.DEBUG, "data source cannot be unwrapped", e);
      return dataSource;
    }
  }
}
