/**
 * Numbers per key: a rising number for each of very many keys, by several servers on one store.
 *
 * <p>Words: a <em>key</em> names a series of numbers. Keys are spread over 16,384 <em>slots</em>.
 * The store has a row per slot with its <em>bound</em>: no number above it was issued. Each slot
 * has one <em>holder</em>, a server.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The store keeps what was written to it, and nobody sets a bound back.
 *   <li>The steady clocks of two servers run at rates that differ by less than the ratio of three
 *       quarters of the margin to the lease. Only the order over a change of holder depends on
 *       this.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no number of a key is issued twice. Clocks have no part in it.
 *   <li>Rising: a call that begins after another of the same key has ended gets a higher number.
 *   <li>Numbers are not gapless, and the first number of a key need not be 1.
 * </ol>
 */
@NullMarked
package io.snowbraid.keyed;

import org.jspecify.annotations.NullMarked;
