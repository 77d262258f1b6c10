package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.keyed.SlotRoute.Kind;
import org.jspecify.annotations.Nullable;

/** What clients are told if a number of a key cannot be issued, in the words of Redis Cluster. */
final class KeyErrors {

  static final String OVERFLOW = "ERR increment or decrement would overflow";

  private KeyErrors() {}

  /** Returns what is told at once; null if waiting may help. */
  static @Nullable String atOnce(int slot, SlotRoute route) {
    return switch (route.kind()) {
      case ELSEWHERE -> "MOVED " + slot + " " + route.text();
      case DAMAGED -> "UNAVAILABLE " + route.text();
      case HERE, MOVING, DOWN -> null;
    };
  }

  /** Returns what is told after waiting has not helped. */
  static String afterWait(int slot, SlotRoute route) {
    String atOnce = atOnce(slot, route);
    if (atOnce != null) {
      return atOnce;
    }
    String advice = route.text().isEmpty() ? "" : ", and see the log of the server";
    if (route.kind() == Kind.DOWN) {
      return "CLUSTERDOWN Hash slot " + slot + " not served; try again later" + advice;
    }
    return "TRYAGAIN slot "
        + slot
        + (route.kind() == Kind.HERE ? " waits for the store" : " is on its way")
        + "; try again"
        + advice;
  }
}
