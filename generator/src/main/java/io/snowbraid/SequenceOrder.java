package io.snowbraid;

/** The order in which the sequence numbers of a tick are used. */
public enum SequenceOrder {

  /** Upwards from a random start in the lower half: ids of one lane strictly increase. */
  ASCENDING,

  /**
   * Shuffled again for each tick: ids spread over shards like random numbers, in bursts too, and
   * are ordered between ticks but not within one tick.
   */
  SHUFFLED
}
