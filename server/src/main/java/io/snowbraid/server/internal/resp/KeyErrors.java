package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.SlotRoute;

/** The errors for calls that get no number for a key, in the words of Redis Cluster. */
final class KeyErrors {

  static final String OVERFLOW = "ERR increment or decrement would overflow";

  private KeyErrors() {}

  /** Returns the error, sent at once or after waiting in vain. */
  static String of(int slot, SlotRoute route) {
    String advice = route.text().isEmpty() ? "" : ", and see the server log";
    return switch (route.kind()) {
      case ELSEWHERE -> "MOVED " + slot + " " + route.text();
      case DAMAGED -> "UNAVAILABLE " + route.text();
      case DOWN ->
          "CLUSTERDOWN Hash slot "
              + slot
              + " not served; "
              + (route.text().isEmpty() ? "try again later" : "see the server log");
      case HERE -> "TRYAGAIN slot " + slot + " waits for the store; try again" + advice;
      case MOVING -> "TRYAGAIN slot " + slot + " is being transferred; try again" + advice;
    };
  }
}
