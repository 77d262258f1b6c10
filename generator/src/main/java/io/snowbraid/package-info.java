/**
 * 64-bit ids that are ordered by time, spread uniformly over shards, and stay unique whatever the
 * clock does.
 *
 * <p>Words: a <em>tick</em> is the unit of a layout's time. A worker has up to 16 <em>lanes</em>,
 * one for each pair of rollback number and timeline; a lane enters each tick only once. The
 * <em>lead</em> of an id is how far its tick is ahead of the clock.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The worker store keeps what was written to it, and nobody else changes it.
 *   <li>A {@linkplain io.snowbraid.worker.WorkerSource#fixed fixed} worker is used by one process
 *       at a time, and a process starts only when the clock is past the last id of the previous
 *       one.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no (worker, lane, tick, sequence) is issued twice, across threads and across steps
 *       of the clock in either direction.
 *   <li>Clocks decide order and availability only, never uniqueness.
 *   <li>Ids of one generator strictly increase while its clock does not step back by more than the
 *       allowed lead, including when its worker changes.
 *   <li>The sequence of each tick starts at a random point of its lower half. So {@code id % n} is
 *       uniform for every n up to half the sequence, whatever the stride at which ids are used.
 *   <li>Every failure is a {@link io.snowbraid.error.SnowbraidException}, or an {@link
 *       java.lang.IllegalArgumentException} for a bad argument; a failed call does not change the
 *       generator.
 *   <li>Ids for the past ({@link io.snowbraid.job.PastIds}) are of lanes that no generator ever
 *       has, and that one opening has forever, so they collide with no other ids.
 * </ol>
 *
 * <h2>Progress</h2>
 *
 * <ol>
 *   <li>A call waits in three cases only. When the ids of all ticks up to the allowed lead are used
 *       up, the call waits for one tick at a time. When every lane is ahead of the clock, or the
 *       grant is used up, it waits for no longer than allowed.
 *   <li>Waits are measured by the steady clock; threads park, and no monitor is held.
 * </ol>
 */
@NullMarked
package io.snowbraid;

import org.jspecify.annotations.NullMarked;
