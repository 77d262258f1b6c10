package io.snowbraid.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The default name of an owner, for people who read the store. */
final class OwnerName {

  private static final String UNKNOWN = "unknown host";

  private OwnerName() {}

  /** Returns the host's name, which in a container is the name of the pod. */
  static String name() {
    String name = System.getenv("HOSTNAME");
    return name == null || name.isBlank() ? Lookup.HOST : name;
  }

  /** Looks the name up only once, because it may take seconds if name resolution is not set up. */
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
