package io.snowbraid.engine;

import io.snowbraid.lane.LaneDecision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of an engine's state.
 *
 * @param isStopped whether the record is lost, so that no more ids are issued
 * @param grantAge how long ago the current grant was recorded; empty if there is none
 * @param storeFailure why the store failed, or that it has not answered for long
 * @param warnings the worker source's warnings about the current worker
 */
public record EngineStatus(
    Lanes lanes,
    boolean isStopped,
    Optional<Duration> grantAge,
    Optional<RuntimeException> storeFailure,
    List<String> warnings) {

  /**
   * The clock and the lanes.
   *
   * @param reading the latest clock reading, in ticks
   * @param hasClockFailed whether the clock now fails
   * @param decision what the next call must do
   * @param lane the current lane; 0 if there is none
   * @param lastTick its last tick; negative if there is none
   * @param grantedUntil the last tick granted to the next id; negative if none is
   * @param issued approximately how many ids were issued
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
