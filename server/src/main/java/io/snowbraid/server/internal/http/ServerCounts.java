package io.snowbraid.server.internal.http;

/**
 * What the whole server counts, over all protocols.
 *
 * @param connected how many connections are open
 * @param accepted how many connections were accepted
 * @param refused how many connections were refused because there were too many
 * @param dropped how many clients read or sent too slowly
 * @param redisRequests how many requests came by the Redis protocol
 * @param keyWaits how many of these had to wait for a number of a key
 * @param redirected how many of these were sent to another server
 */
public record ServerCounts(
    long connected,
    long accepted,
    long refused,
    long dropped,
    long redisRequests,
    long keyWaits,
    long redirected) {}
