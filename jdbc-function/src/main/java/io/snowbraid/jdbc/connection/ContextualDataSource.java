package io.snowbraid.jdbc.connection;

import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Finds the data source that opens connections behind one that only gives the connection of the
 * caller's transaction, as those of Micronaut Data do. Our calls run outside of transactions.
 */
final class ContextualDataSource {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  /** Its {@code unwrap} returns itself for {@code DataSource}, so its own method is called. */
  private static final String MICRONAUT =
      "io.micronaut.data.connection.jdbc.advice.DelegatingDataSource";

  private ContextualDataSource() {}

  /** Returns the data source to call: the given one, unless it is contextual. */
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
    } catch (ReflectiveOperationException e) { // the call then fails, and says what to do
      LOGGER.log(System.Logger.Level.DEBUG, "data source cannot be unwrapped", e);
      return dataSource;
    }
  }
}
