package io.snowbraid.engine;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import java.time.Duration;

/** Receives the events of an engine. No method may block or throw. */
public interface EngineEvents {

  /** A decision was made and applied. */
  void decided(TimedDecision timed);

  void waited(Duration time);

  void callFailed(SnowbraidException cause);

  void clockJumped(Duration jump);

  /** The clock jumped this many ticks past the grant, and the store clock contradicts the jump. */
  void forwardJumpIgnored(long forwardJump);

  void workerLost(int worker);

  /** The generator moved to another worker, because all lanes were ahead of the clock. */
  void workerChanged(int worker, int next);

  /**
   * The store failed.
   *
   * @param isWarned whether to log a warning: the first failure after a success
   * @param isFinal whether the generator has stopped for good
   */
  void storeFailed(RuntimeException cause, boolean isWarned, boolean isFinal);
}
