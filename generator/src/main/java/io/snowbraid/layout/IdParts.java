package io.snowbraid.layout;

import java.time.Instant;

/**
 * The fields of an id.
 *
 * @param time the start of the id's tick
 * @param rollback how many times, modulo the layout's range, the clock stepped back behind all
 *     timelines
 * @param timeline the timeline, at least 0: a course of time that passes each tick once. When the
 *     clock steps back, ids move to another
 * @param worker the worker that issued the id, at least 0
 * @param sequence the sequence number within the lane and tick, at least 0
 * @param tail the tail; 0 in layouts without one
 */
public record IdParts(
    Instant time, int rollback, int timeline, int worker, int sequence, int tail) {}
