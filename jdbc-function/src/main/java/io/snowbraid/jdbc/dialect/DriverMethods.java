package io.snowbraid.jdbc.dialect;

import java.sql.SQLException;
import java.sql.Wrapper;
import java.util.Optional;
import java.util.stream.Stream;

/** Calls methods of drivers and pools that JDBC lacks, through any wrappers. */
public final class DriverMethods {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private DriverMethods() {}

  /**
   * Calls a chain of methods, each on the previous result.
   *
   * @param wrapper a connection or data source
   * @param type the class name of the driver's connection or the pool
   * @param methods the names of public methods without parameters
   * @return the last result; empty for another driver or version, or if its classes cannot be
   *     reached
   */
  public static Optional<Object> of(Wrapper wrapper, String type, String... methods) {
    return find(wrapper, type).flatMap(driver -> call(driver, methods));
  }

  /** Returns the wrapped object of a type; empty if it has another type or cannot be reached. */
  public static Optional<Object> find(Wrapper wrapper, String type) {
    return Stream.of(
            Thread.currentThread().getContextClassLoader(),
            DriverMethods.class.getClassLoader(),
            wrapper.getClass().getClassLoader())
        .flatMap(loader -> driver(wrapper, type, loader).stream())
        .map(Object.class::cast)
        .findFirst();
  }

  /** Returns the wrapped object if its class is that of the class loader. */
  private static Optional<?> driver(Wrapper wrapper, String type, ClassLoader loader) {
    try {
      Class<?> driver = Class.forName(type, false, loader);
      return wrapper.isWrapperFor(driver) ? Optional.of(wrapper.unwrap(driver)) : Optional.empty();
    } catch (ClassNotFoundException | SQLException | LinkageError | RuntimeException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "driver is not there", e);
      return Optional.empty();
    }
  }

  /** Calls a method with one parameter if it exists. */
  public static <T> void give(Object driver, String method, Class<T> type, T argument) {
    try {
      driver.getClass().getMethod(method, type).invoke(driver, argument);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "driver has no such method", e);
    }
  }

  /** Calls a chain of methods, like {@link #of}. */
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
