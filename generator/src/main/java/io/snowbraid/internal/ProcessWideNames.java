package io.snowbraid.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Names that only one holder in this process has at a time. They are system properties, the only
 * thing that all class loaders of a process share.
 */
final class ProcessWideNames {

  private static final String PREFIX = "io.snowbraid.worker.lock:";

  private final List<String> held = new ArrayList<>();

  /** Takes a name; returns false if it is taken. */
  boolean take(Object name) {
    boolean isFree = System.getProperties().putIfAbsent(PREFIX + name, "") == null;
    if (isFree) {
      held.add(PREFIX + name);
    }
    return isFree;
  }

  /** Releases all names. */
  void giveBack() {
    held.forEach(System.getProperties()::remove);
    held.clear();
  }
}
