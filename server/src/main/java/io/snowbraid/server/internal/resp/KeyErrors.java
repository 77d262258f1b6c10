package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.SlotRoute;

/** What clients are told if a number of a key cannot be issued, in the words of Redis Cluster. */
final class KeyErrors {

  static final String OVERFLOW = "ERR increment or decrement would overflow";

  private KeyErrors() {}

  /** Returns what is told at once, or after waiting has not helped. */
  static String of(int slot, SlotRoute route) {
    String advice = route.text().isEmpty() ? "" : ", and see the log of the server";
    return switch (route.kind()) {
      case ELSEWHERE -> "MOVED " + slot + " " + route.text();
      case DAMAGED -> "UNAVAILABLE " + route.text();
      case DOWN -> "CLUSTERDOWN Hash slot " + slot + " not served; try again later" + advice;
      case HERE -> "TRYAGAIN slot " + slot + " waits for the store; try again" + advice;
      case MOVING -> "TRYAGAIN slot " + slot + " is on its way; try again" + advice;
    };
  }
}
