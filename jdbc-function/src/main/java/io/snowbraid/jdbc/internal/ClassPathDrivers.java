package io.snowbraid.jdbc.internal;

/** Makes drivers on the class path readable for this module in modular applications. */
public final class ClassPathDrivers {

  private ClassPathDrivers() {}

  /**
   * Makes this module read the unnamed module, which a module declaration cannot express. Call it
   * before a driver class is needed. Has no effect if this library is also on the class path.
   */
  public static void read() {
    Module drivers = ClassPathDrivers.class.getClassLoader().getUnnamedModule();
    ClassPathDrivers.class.getModule().addReads(drivers);
  }
}
