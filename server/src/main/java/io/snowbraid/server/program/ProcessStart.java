package io.snowbraid.server.program;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.epoll.Epoll;

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

  /**
   * Loads classes while the settings are read, which takes as long: so the server starts about 100
   * ms sooner if there is a second processor.
   */
  static void loadEarly() {
    Thread loader = new Thread(ProcessStart::load, "snowbraid-server-load");
    loader.setDaemon(true);
    loader.start();
  }

  private static void load() {
    Epoll.isAvailable();
    ByteBuf buffer = ByteBufAllocator.DEFAULT.ioBuffer(1);
    buffer.release();
  }
}
