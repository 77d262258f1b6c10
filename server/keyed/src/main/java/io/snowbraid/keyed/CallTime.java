package io.snowbraid.keyed;

/**
 * When a call to the store was made, by the steady clock. What it read was true at some moment
 * between.
 *
 * @param began before it was sent
 * @param answered after it was answered
 */
record CallTime(long began, long answered) {}
