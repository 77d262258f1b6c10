package io.snowbraid.keyed;

import java.time.Duration;
import java.util.Optional;

/**
 * What a server owns and has done. Counts start when the server is opened.
 *
 * @param id the server's id, 40 hexadecimal digits; changes after other servers declare it dead
 * @param restarts how many times other servers have declared this server dead
 * @param leaseRemaining how long the server may issue numbers without a renewal; zero if it may not
 * @param storeFailure why the store fails; empty if the last renewal succeeded
 * @param slots slot counts
 * @param numbers counts of numbers and keys
 */
public record KeyedStatus(
    String id,
    int restarts,
    Duration leaseRemaining,
    Optional<String> storeFailure,
    SlotCounts slots,
    NumberCounts numbers) {

  /**
   * Slot counts.
   *
   * @param held how many slots the server owns
   * @param damaged how many slots have a record that was deleted or set back
   * @param taken how many slots were acquired from dead or stopped servers
   * @param given how many slots were transferred to other servers
   * @param received how many slots other servers transferred to this one
   */
  public record SlotCounts(int held, int damaged, long taken, long given, long received) {}

  /**
   * Counts of numbers and keys.
   *
   * @param issued how many numbers were issued
   * @param keys how many keys are in memory
   * @param keysForgotten how many keys were forgotten because of the limit
   * @param raises how many bounds were raised
   * @param raiseWrites how many statements raised bounds
   * @param boundFailure why bounds cannot be raised, so that calls above them wait; empty if the
   *     last attempt succeeded
   */
  public record NumberCounts(
      long issued,
      long keys,
      long keysForgotten,
      long raises,
      long raiseWrites,
      Optional<String> boundFailure) {}
}
