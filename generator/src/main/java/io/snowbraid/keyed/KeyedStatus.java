package io.snowbraid.keyed;

import java.time.Duration;
import java.util.Optional;

/**
 * What a server of numbers per key holds, and what it did; all counts are since it was opened.
 *
 * @param id the server's id, 40 hexadecimal digits; another one after others have ended it
 * @param slots how many slots it holds
 * @param slotsDamaged how many of its slots have a row that was deleted or set back
 * @param keys how many keys are in memory
 * @param keysForgotten how many keys were forgotten because of the limit
 * @param issued how many numbers were issued
 * @param raises how many bounds were raised
 * @param raiseWrites how many statements raised them
 * @param slotsTaken how many slots were taken from servers that had ended
 * @param slotsGiven how many slots were handed over to others
 * @param slotsReceived how many slots others handed over to this server
 * @param restarts how many times others have ended this server
 * @param leaseRemaining how long it may still issue without a renewal; zero if it may not
 * @param storeFailure why the store fails; empty if the last renewal of the lease was answered
 * @param boundFailure why bounds cannot be raised; empty if the last ones were. Until then, calls
 *     that need a higher bound wait
 */
public record KeyedStatus(
    String id,
    int slots,
    int slotsDamaged,
    long keys,
    long keysForgotten,
    long issued,
    long raises,
    long raiseWrites,
    long slotsTaken,
    long slotsGiven,
    long slotsReceived,
    int restarts,
    Duration leaseRemaining,
    Optional<String> storeFailure,
    Optional<String> boundFailure) {}
