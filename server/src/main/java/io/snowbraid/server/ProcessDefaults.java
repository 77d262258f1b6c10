package io.snowbraid.server;

/** System properties of a process that is a server, unless the user has set them. */
final class ProcessDefaults {

  private ProcessDefaults() {}

  /** Sets them. To be called before anything else, because they are read only once. */
  static void set() {
    set("java.util.logging.manager", ProcessLog.LastingManager.class.getName());
    set("jdk.tls.rejectClientInitiatedRenegotiation", "true"); // it costs servers more than clients
    set("io.netty.jfr.enabled", "false"); // else the first connection waits for the Flight Recorder
  }

  private static void set(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
