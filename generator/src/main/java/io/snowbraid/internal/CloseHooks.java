package io.snowbraid.internal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs hooks when a generator is closed, for code that keeps references to it. */
public final class CloseHooks {

  private static final Map<Object, List<Runnable>> HOOKS =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private CloseHooks() {}

  /**
   * Adds a hook. A generator with hooks stays reachable until it is closed.
   *
   * @param generator an open generator
   * @param hook runs on the thread that closes the generator
   */
  public static void add(Object generator, Runnable hook) {
    HOOKS.computeIfAbsent(generator, any -> new CopyOnWriteArrayList<>()).add(hook);
  }

  /**
   * Runs a generator's hooks, once.
   *
   * @param generator the closed generator
   */
  public static void run(Object generator) {
    List<Runnable> hooks = HOOKS.remove(generator);
    if (hooks != null) {
      hooks.forEach(Runnable::run);
    }
  }
}
