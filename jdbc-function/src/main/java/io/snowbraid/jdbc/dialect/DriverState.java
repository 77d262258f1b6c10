package io.snowbraid.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks a driver's connection for what JDBC has no method for, whatever pool it comes from. */
public final class DriverState {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private DriverState() {}

  /**
   * Calls methods one after another, each on the result of the one before.
   *
   * @param type the name of the type of the driver's connection
   * @param methods the names of public methods without parameters
   * @return the last result; empty if it is another driver or version, or is out of reach
   */
  public static Optional<Object> of(Connection connection, String type, String... methods) {
    return Stream.of(
            Thread.currentThread().getContextClassLoader(),
            DriverState.class.getClassLoader(),
            connection.getClass().getClassLoader())
        .flatMap(loader -> driver(connection, type, loader).stream())
        .findFirst()
        .flatMap(driver -> call(driver, methods));
  }

  /** Returns the driver's connection if its class is that of a class loader. */
  private static Optional<?> driver(Connection connection, String type, ClassLoader loader) {
    try {
      Class<?> driver = Class.forName(type, false, loader);
      return connection.isWrapperFor(driver)
          ? Optional.of(connection.unwrap(driver))
          : Optional.empty();
    } catch (ClassNotFoundException | SQLException | LinkageError e) {
      LOGGER.log(System.Logger.Level.DEBUG, "driver is not there", e);
      return Optional.empty();
    }
  }

  /** Calls methods one after another, as {@link #of} does. */
  public static Optional<Object> call(Object driver, String... methods) {
    try {
      Object result = driver;
      for (String method : methods) {
        result = result.getClass().getMethod(method).invoke(result);
      }
      return Optional.ofNullable(result);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "driver does not tell its state", e);
      return Optional.empty();
    }
  }
}
