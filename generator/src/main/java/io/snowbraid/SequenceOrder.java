package io.snowbraid;

/** In which order the sequence numbers of a tick are used. */
public enum SequenceOrder {

  /** Upwards from a random start in the lower half: ids of one lane strictly increase. */
  ASCENDING,

  /**
   * In an order shuffled anew for each tick: ids spread over shards like random numbers even in
   * bursts, and they are ordered from tick to tick, but not inside one tick.
   */
  SHUFFLED
}
