package io.snowbraid.internal;

import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Handles checkpoints, which freeze a process into an image (CRaC). An image may be restored more
 * than once, and the clones must not issue the same ids.
 */
public final class CracSupport {

  private static final boolean PRESENT = OptionalClass.isPresent(() -> Core.class);

  private CracSupport() {}

  /**
   * Registers for checkpoints. The registration lasts while the result is reachable.
   *
   * @param suspend releases what clones must not share; an exception cancels the checkpoint
   * @param resume continues, in each clone
   * @return null if the application does not use CRaC
   */
  @SuppressWarnings("exports") // the annotation, which is optional for users
  public static @Nullable Object register(Runnable suspend, Runnable resume) {
    return PRESENT ? Participant.registered(suspend, resume) : null;
  }

  /** Loaded only if the CRaC library is present. */
  record Participant(Runnable suspend, Runnable resume) implements Resource {

    static Object registered(Runnable suspend, Runnable resume) {
      Participant participant = new Participant(suspend, resume);
      Core.getGlobalContext().register(participant);
      return participant;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
      suspend.run();
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
      resume.run();
    }
  }
}
