package io.snowbraid;

/** The order in which a tick's sequence numbers are used. */
public enum SequenceOrder {

  /** Ascending from a random start in the lower half: a lane's ids strictly increase. */
  ASCENDING,

  /**
   * Shuffled for each tick: ids spread over shards like random numbers, even in bursts, but are
   * ordered only between ticks.
   */
  SHUFFLED
}
