/**
 * Segments: short, rising numbers per tag, which processes draw from a store in ranges.
 *
 * <p>Words: a <em>tag</em> names a series of numbers, such as {@code orders}. A <em>segment</em> is
 * a range of numbers that one process drew from the store. The <em>bound</em> of a tag is the first
 * number that was not drawn yet.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The store keeps what was written to it, and nobody sets a bound back.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no number of a tag is issued twice. Clocks have no part in it.
 *   <li>Rising: the numbers of one {@link io.snowbraid.segment.SegmentIds} strictly increase over
 *       all its threads. Numbers of several processes are unique, but not in the order of time.
 *   <li>After an orderly stop the store has the unused numbers back, if nobody drew since, and if
 *       the store can take them. After a crash the numbers in memory are lost.
 * </ol>
 *
 * <p>Numbers are not gapless: a transaction that rolls back leaves a gap, as it does with a
 * sequence of a database.
 */
@NullMarked
package io.snowbraid.segment;

import org.jspecify.annotations.NullMarked;
