package io.snowbraid;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** How a generator calls itself in the store, for people. */
final class OwnerName {

  private static final String UNKNOWN = "unknown host";

  private OwnerName() {}

  /** The name of the host; in a container that of the pod. */
  static String name() {
    String name = System.getenv("HOSTNAME");
    return name == null || name.isBlank() ? Lookup.HOST : name;
  }

  /** Asked once: it may take seconds where names are not set up. */
  private static final class Lookup {

    static final String HOST = host();

    private static String host() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) { // nothing depends on it
        return UNKNOWN;
      }
    }
  }
}
