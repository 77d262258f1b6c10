package io.snowbraid.server.program;

/** What a process that is a server does before anything else. */
final class ProcessStart {

  private ProcessStart() {}

  /** Sets system properties that are read only once, unless the user has set them. */
  static void setDefaults() {
    set("java.util.logging.manager", ProcessLog.LastingManager.class.getName());
    set("jdk.tls.rejectClientInitiatedRenegotiation", "true"); // it costs servers more than clients
    set("jdk.tls.namedGroups", "x25519,secp256r1,secp384r1"); // others cost a server much more
    set("io.netty.jfr.enabled", "false"); // else the first connection waits for the Flight Recorder
  }

  private static void set(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
