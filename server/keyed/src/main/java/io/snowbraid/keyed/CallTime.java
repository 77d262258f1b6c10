package io.snowbraid.keyed;

/**
 * The start and end of a store call, by the monotonic clock. What the call read was true at some
 * moment in between.
 *
 * @param began before the call was sent
 * @param answered after the answer arrived
 */
record CallTime(long began, long answered) {}
