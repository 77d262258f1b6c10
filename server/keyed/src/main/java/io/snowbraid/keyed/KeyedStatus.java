package io.snowbraid.keyed;

import java.time.Duration;
import java.util.Optional;

/**
 * What a server of numbers per key holds, and what it did; all counts are since it was opened.
 *
 * @param id the server's id, 40 hexadecimal digits; another one after others have ended it
 * @param restarts how many times others have ended this server
 * @param leaseRemaining how long it may still issue without a renewal; zero if it may not
 * @param storeFailure why the store fails; empty if the last renewal of the lease was answered
 * @param slots the slots
 * @param numbers the numbers and their keys
 */
public record KeyedStatus(
    String id,
    int restarts,
    Duration leaseRemaining,
    Optional<String> storeFailure,
    SlotCounts slots,
    NumberCounts numbers) {

  /**
   * Counts of slots.
   *
   * @param held how many the server holds
   * @param damaged how many of its slots have a row that was deleted or set back
   * @param taken how many were taken from servers that had ended
   * @param given how many were handed over to others
   * @param received how many others handed over to this server
   */
  public record SlotCounts(int held, int damaged, long taken, long given, long received) {}

  /**
   * Counts of numbers and keys.
   *
   * @param issued how many numbers were issued
   * @param keys how many keys are in memory
   * @param keysForgotten how many keys were forgotten because of the limit
   * @param raises how many bounds were raised
   * @param raiseWrites how many statements raised them
   * @param boundFailure why bounds cannot be raised; empty if the last ones were. Until then, calls
   *     that need a higher bound wait
   */
  public record NumberCounts(
      long issued,
      long keys,
      long keysForgotten,
      long raises,
      long raiseWrites,
      Optional<String> boundFailure) {}
}
