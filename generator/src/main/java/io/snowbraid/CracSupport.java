package io.snowbraid;

import io.snowbraid.internal.OptionalClass;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Releases the worker before the process is frozen into an image (CRaC), and takes a new one
 * afterwards: an image may be restored more than once, and the clones must not hold the same
 * worker.
 */
final class CracSupport {

  private static final boolean PRESENT = OptionalClass.isPresent(() -> Core.class);

  private CracSupport() {}

  /**
   * Registers for checkpoints. The registration lasts while the result is reachable.
   *
   * @return null if the application does not use CRaC
   */
  static @Nullable Object register(Lease lease) {
    return PRESENT ? Participant.registered(lease) : null;
  }

  /** Loaded only if the CRaC library is present. */
  record Participant(Lease lease) implements Resource {

    static Object registered(Lease lease) {
      Participant participant = new Participant(lease);
      Core.getGlobalContext().register(participant);
      return participant;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
      if (!lease.suspend()) {
        throw new IllegalStateException(
            "worker could not be released before a checkpoint: its store does not answer; try"
                + " again");
      }
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
      lease.resume();
    }
  }
}
