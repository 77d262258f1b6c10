/**
 * Measures what an id costs: with Snowbraid, with its peers, and at the limits of the machine, in
 * one run.
 *
 * <p>The same rules apply to every entrant:
 *
 * <ol>
 *   <li>Each entrant runs in a JVM of its own, so that none affects the compiled code of another.
 *   <li>The cost of an id is measured in bursts. The idle time before a burst is not measured.
 *       Without it, a generator that may issue 4,096 ids per millisecond would show that bound, 244
 *       ns, whatever its code costs. {@link BurstBenchmark} says how long the bursts are and why.
 *   <li>The sustained rate of an entrant is measured without idle time, for seconds.
 *   <li>The limits of the machine are measured by the same code in the same run.
 * </ol>
 */
@NullMarked
package io.snowbraid.benchmarks;

import org.jspecify.annotations.NullMarked;
