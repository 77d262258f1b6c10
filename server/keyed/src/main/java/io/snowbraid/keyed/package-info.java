/**
 * Numbers per key: increasing numbers for very many keys, issued by servers that share a store.
 *
 * <p>A <em>key</em> names a series of numbers. Keys are hashed to 16,384 <em>slots</em>. The store
 * has a record for each slot with its <em>bound</em>, the highest number that may have been issued.
 * Each slot has one <em>owner</em>, a server.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>The store keeps committed writes, and no bound is set back.
 *   <li>The rates of two servers' monotonic clocks differ by less than three quarters of the
 *       margin, divided by the lease. Only the order across a change of owner depends on this.
 * </ol>
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Unique: no number of a key is issued twice, whatever the clocks show.
 *   <li>Increasing: a call that starts after another call for the same key has returned gets a
 *       higher number.
 *   <li>Numbers have gaps, and a key's first number need not be 1.
 * </ol>
 */
@NullMarked
package io.snowbraid.keyed;

import org.jspecify.annotations.NullMarked;
