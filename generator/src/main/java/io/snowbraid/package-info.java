/**
 * Time-ordered 64-bit ids that spread uniformly over shards and stay unique whatever the clock
 * does.
 *
 * <p>A <em>tick</em> is the time unit of a layout. A worker has up to 16 <em>lanes</em>, one per
 * rollback number and timeline; a lane enters each tick only once. An id's <em>lead</em> is how far
 * its tick is ahead of the clock.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The worker store keeps committed writes, and only generators change its records.
 *   <li>Only one process at a time uses a {@linkplain io.snowbraid.worker.WorkerSource#fixed fixed}
 *       worker, and it starts after its clock has passed the previous process's last id.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no (worker, lane, tick, sequence) is issued twice, across threads and clock steps
 *       in either direction.
 *   <li>Clocks affect only order and availability, never uniqueness.
 *   <li>A generator's ids strictly increase, even across worker changes, unless its clock steps
 *       back by more than {@code maxLead}.
 *   <li>Each tick's sequence starts at a random number in its lower half. {@code id % n} is
 *       therefore uniform for every n up to half the sequence, even if only every k-th id is used.
 *   <li>Every failure is a {@link io.snowbraid.error.SnowbraidException}, or an {@link
 *       java.lang.IllegalArgumentException} for a bad argument. A failed call leaves the generator
 *       unchanged.
 *   <li>Past ids ({@link io.snowbraid.job.PastIds}) use lanes that no generator ever leases and
 *       that belong to one {@code PastIds} forever, so they collide with no other ids.
 * </ol>
 *
 * <h2>Progress</h2>
 *
 * <ol>
 *   <li>A call waits in three cases only. If a burst has used all ticks up to {@code maxLead}, it
 *       waits tick by tick. If every lane is ahead of the clock, or if the grant has expired, it
 *       waits for at most {@code maxWait}.
 *   <li>The monotonic clock measures waits. Waiting threads park and hold no monitor.
 * </ol>
 */
@NullMarked
package io.snowbraid;

import org.jspecify.annotations.NullMarked;
