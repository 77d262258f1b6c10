package io.snowbraid.client;

import io.snowbraid.internal.OptionalClass;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Discards what was drawn ahead before the process is frozen into an image (CRaC): an image may be
 * restored more than once, and the clones must not issue the same ids.
 */
final class CracSupport {

  private static final boolean PRESENT = OptionalClass.isPresent(() -> Core.class);

  private CracSupport() {}

  /**
   * Registers for checkpoints. The registration lasts while the result is reachable.
   *
   * @return null if the application does not use CRaC
   */
  static @Nullable Object register(BlockDrawer drawer) {
    return PRESENT ? Participant.registered(drawer) : null;
  }

  /** Loaded only if the CRaC library is present. */
  record Participant(BlockDrawer drawer) implements Resource {

    static Object registered(BlockDrawer drawer) {
      Participant participant = new Participant(drawer);
      Core.getGlobalContext().register(participant);
      return participant;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
      drawer.suspend();
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
      drawer.resume();
    }
  }
}
