package io.snowbraid.engine;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.lane.LaneDecision.TimedDecision;
import java.time.Duration;

/** What an engine tells of itself. No method may block or throw. */
public interface EngineEvents {

  /** The rule was asked, and its decision was applied. */
  void decided(TimedDecision timed);

  /** A call waited, and got its ids. */
  void waited(Duration time);

  /** A call got no id. */
  void callFailed(SnowbraidException cause);

  /** The wall clock jumped, by a duration other than zero. */
  void jumped(Duration jump);

  /** The clock jumped forward by some ticks past the grant, and the store's clock did not. */
  void doubted(long forwardJump);

  /** Another holder has taken the worker. */
  void lost(int worker);

  /** The worker was changed, because all its lanes are ahead of the clock. */
  void changed(int worker, int next);

  /**
   * The store failed.
   *
   * @param isFirst whether it had answered the previous request
   * @param isFinal whether it will not be asked again
   */
  void failed(RuntimeException cause, boolean isFirst, boolean isFinal);
}
