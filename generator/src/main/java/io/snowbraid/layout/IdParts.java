package io.snowbraid.layout;

import java.time.Instant;

/**
 * The fields of an id. A <em>timeline</em> is one course of time, which passes each tick only once;
 * ids move to another one when the clock steps back. The <em>rollback number</em> moves on when all
 * timelines are ahead of a clock that stepped back.
 *
 * @param time the start of the tick the id was issued on
 * @param rollback how many times, modulo the layout's range, all timelines were used up by a clock
 *     that stepped back
 * @param timeline the timeline that the id belongs to, at least 0
 * @param worker the worker that issued the id, at least 0
 * @param sequence the sequence number within the lane and tick, at least 0
 * @param tail the tail in layouts that have one, otherwise 0
 */
public record IdParts(
    Instant time, int rollback, int timeline, int worker, int sequence, int tail) {}
