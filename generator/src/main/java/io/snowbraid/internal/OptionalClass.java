package io.snowbraid.internal;

import java.util.function.Supplier;

/** Checks for optional classes. */
public final class OptionalClass {

  private OptionalClass() {}

  /**
   * Returns whether the caller can use a class. Even a JDK class may be missing, because its module
   * is absent or the caller's class loader hides it. Class loaders of JBoss Modules and OSGi show
   * only what was requested. Only using the class proves that it is visible.
   *
   * @param literal the class, such as {@code () -> FlightRecorder.class}; evaluating it fails if
   *     the caller cannot see the class
   * @return false if that fails
   */
  public static boolean isPresent(Supplier<Class<?>> literal) {
    try {
      return literal.get() != null;
    } catch (LinkageError e) {
      return false;
    }
  }
}
