package io.snowbraid.jdbc.internal;

/** Drivers on the class path of an application of modules, which are in no module themselves. */
public final class ClassPathDrivers {

  private ClassPathDrivers() {}

  /**
   * Lets this module use their classes; a declaration can name modules only. To be called before
   * such a class is needed. Does nothing where this library is on the class path, too.
   */
  public static void read() {
    Module drivers = ClassPathDrivers.class.getClassLoader().getUnnamedModule();
    ClassPathDrivers.class.getModule().addReads(drivers);
  }
}
