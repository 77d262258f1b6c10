/**
 * Ids of 64 bits that are ordered by time, spread evenly over shards, and stay unique whatever the
 * clock does.
 *
 * <p>Words: a <em>tick</em> is the unit of a layout's time. A worker has up to 16 <em>lanes</em>,
 * one for each pair of rollback number and timeline; a lane passes each tick only once. A lane
 * <em>leads</em> by as much as its tick stands ahead of the clock.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The store of workers keeps what it was told, and nobody else changes it.
 *   <li>A {@linkplain io.snowbraid.worker.WorkerSource#fixed fixed} worker has one process at a
 *       time, which starts when the clock is past the last id of the one before.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no (worker, lane, tick, sequence) is issued twice, across threads and across steps
 *       of the clock in either direction.
 *   <li>Clocks decide order and availability only, never uniqueness.
 *   <li>Ids of one generator strictly increase while its clock does not step back by more than the
 *       allowed lead, also when its worker changes.
 *   <li>The sequence of each tick starts at a random point of its lower half, so {@code id % n} is
 *       spread evenly for every n up to half the sequence, whatever stride the ids are used in.
 *   <li>Every failure is a {@link io.snowbraid.SnowbraidException}, or an {@link
 *       java.lang.IllegalArgumentException} for a bad argument; a failed call leaves the generator
 *       as it was.
 * </ol>
 *
 * <h2>Progress</h2>
 *
 * <ol>
 *   <li>A call waits only when the ids of all ticks up to the allowed lead are used up, for one
 *       tick at a time, or when every lane is ahead of the clock, for no longer than allowed.
 *   <li>Waits end by a clock that never steps; threads park, and no monitor is held.
 * </ol>
 */
@NullMarked
package io.snowbraid;

import org.jspecify.annotations.NullMarked;
