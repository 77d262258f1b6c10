package io.snowbraid.internal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hooks that run when a generator is closed, for those who have to forget it. */
public final class CloseHooks {

  private static final Map<Object, List<Runnable>> HOOKS =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private CloseHooks() {}

  /**
   * Adds a hook. A generator that has hooks is reachable until it is closed.
   *
   * @param generator an open generator
   * @param hook runs when the generator is closed, in the thread that closes it
   */
  public static void add(Object generator, Runnable hook) {
    HOOKS.computeIfAbsent(generator, any -> new CopyOnWriteArrayList<>()).add(hook);
  }

  /**
   * Runs the hooks of a generator, once.
   *
   * @param generator the generator that was closed
   */
  public static void run(Object generator) {
    List<Runnable> hooks = HOOKS.remove(generator);
    if (hooks != null) {
      hooks.forEach(Runnable::run);
    }
  }
}
