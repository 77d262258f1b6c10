package io.snowbraid.internal;

import java.util.function.Supplier;

/** Asks for classes that not every application has. */
public final class OptionalClass {

  private OptionalClass() {}

  /**
   * Returns whether the caller can use a class. Even one of the JDK may be missing, because its
   * module is, or because the caller's class loader hides it. The class loaders of JBoss Modules
   * and of OSGi show only what was asked for. So nothing but using the class tells.
   *
   * @param literal the class, such as {@code () -> FlightRecorder.class}, whose evaluation fails if
   *     the caller cannot see it
   * @return false if it fails
   */
  public static boolean isPresent(Supplier<Class<?>> literal) {
    try {
      return literal.get() != null;
    } catch (LinkageError e) {
      return false;
    }
  }
}
