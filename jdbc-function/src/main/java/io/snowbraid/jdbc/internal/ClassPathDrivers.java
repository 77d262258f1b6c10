package io.snowbraid.jdbc.internal;

/**
 * Makes drivers on the class path readable for this module, in an application that uses modules.
 */
public final class ClassPathDrivers {

  private ClassPathDrivers() {}

  /**
   * Lets this module use the drivers' classes, because a module declaration can only name modules.
   * Call it before such a class is needed. Has no effect if this library is on the class path, too.
   */
  public static void read() {
    Module drivers = ClassPathDrivers.class.getClassLoader().getUnnamedModule();
    ClassPathDrivers.class.getModule().addReads(drivers);
  }
}
