/**
 * Short, increasing numbers per tag, drawn from a store in segments.
 *
 * <p>A <em>tag</em> names a number series, such as {@code orders}. A <em>segment</em> is a range of
 * numbers that one process drew from the store. A tag's <em>bound</em> is the first number not yet
 * drawn.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The store keeps committed writes, and no bound is set back.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no number of a tag is issued twice. Clocks play no part.
 *   <li>Increasing: the numbers of one {@link io.snowbraid.segment.SegmentIds} strictly increase
 *       across its threads. Numbers of several processes are unique, but not ordered by time.
 *   <li>A clean shutdown returns unused numbers if the store supports that and no other process has
 *       drawn since. After a crash, numbers in memory are lost.
 * </ol>
 *
 * <p>Numbers have gaps: a transaction that rolls back leaves one, as with a database sequence.
 */
@NullMarked
package io.snowbraid.segment;

import org.jspecify.annotations.NullMarked;
