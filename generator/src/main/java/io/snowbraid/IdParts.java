package io.snowbraid;

import java.time.Instant;

/**
 * The fields of an id.
 *
 * @param time the start of the tick the id was issued on
 * @param rollback how many times, modulo the layout's range, all timelines were used up by a clock
 *     that stepped back
 * @param timeline the timeline that the id belongs to, at least 0
 * @param worker the number of the generator, at least 0
 * @param sequence the counter inside the tick, at least 0
 * @param tail the trailing field of layouts that have one, else 0
 */
public record IdParts(
    Instant time, int rollback, int timeline, int worker, int sequence, int tail) {}
