package io.snowbraid.engine;

import io.snowbraid.lane.LaneDecision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The state of an engine at one moment.
 *
 * @param isStopped whether the record is gone, so that no id will be issued any more
 * @param grantAge how long ago the present grant was recorded; empty if there is none
 * @param storeFailure why the store failed, or that it has not answered for a long time
 * @param warnings those of the worker source about the present worker
 */
public record EngineStatus(
    Lanes lanes,
    boolean isStopped,
    Optional<Duration> grantAge,
    Optional<RuntimeException> storeFailure,
    List<String> warnings) {

  /**
   * What is known of the clock and the lanes.
   *
   * @param reading the latest tick that the clock showed
   * @param hasClockFailed whether the clock fails now
   * @param decision what the rule says a call has to do
   * @param lane the lane in use; 0 if there is none
   * @param lastTick its last tick; negative if there is none
   * @param grantedUntil the last tick that is granted to the next id; negative if none is
   * @param issued about how many ids were issued
   */
  public record Lanes(
      long reading,
      boolean isClosed,
      boolean hasClockFailed,
      LaneDecision decision,
      int lane,
      long lastTick,
      long grantedUntil,
      long issued) {}
}
