package io.snowbraid.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The default owner name, for operators who read the store. */
final class OwnerName {

  private static final String UNKNOWN = "unknown host";

  private OwnerName() {}

  /** Returns the host name, which in a container is the pod's name. */
  static String name() {
    String name = System.getenv("HOSTNAME");
    return name == null || name.isBlank() ? Lookup.HOST : name;
  }

  /**
   * Looks up the name only once, because a lookup may take seconds if name resolution is not
   * configured.
   */
  private static final class Lookup {

    static final String HOST = host();

    private static String host() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) { // nothing depends on the name
        return UNKNOWN;
      }
    }
  }
}
