package io.snowbraid.sequence;

import java.time.Duration;

/**
 * What a server does.
 *
 * @param id 40 hexadecimal digits; another one after others have ended it
 * @param slots how many slots it holds
 * @param damaged how many of its slots have a row that was deleted or set back
 * @param keys how many keys are in memory
 * @param forgotten how many keys were forgotten because of the limit
 * @param issued how many numbers were issued
 * @param raises how many bounds were raised
 * @param raiseWrites how many statements raised them
 * @param taken how many slots were taken from servers that had ended
 * @param given how many slots were handed over to others
 * @param received how many slots others handed over to this server
 * @param restarts how many times others have ended this server
 * @param leaseLeft how long it may still issue without a renewal; zero if it may not
 * @param trouble why the last call to the store failed; empty if it did not
 */
public record SequenceStatus(
    String id,
    int slots,
    int damaged,
    long keys,
    long forgotten,
    long issued,
    long raises,
    long raiseWrites,
    long taken,
    long given,
    long received,
    int restarts,
    Duration leaseLeft,
    String trouble) {}
