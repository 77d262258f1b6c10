/**
 * What an id costs: Snowbraid, its peers and the limits of the machine, measured in one run.
 *
 * <p>The rules of the measurement, which hold for every entrant alike:
 *
 * <ol>
 *   <li>Each entrant runs in a JVM of its own, so that none spoils the compiled code of another.
 *   <li>What an id costs is measured in bursts with idle time before them, which is not measured: a
 *       generator that may issue 4,096 ids a millisecond would otherwise show that bound, 244 ns,
 *       whatever its code costs. {@link BurstBenchmark} tells how long the bursts are and why.
 *   <li>What an entrant can keep up is measured without idle time, for seconds.
 *   <li>The limits of the machine are measured by the same code in the same run.
 * </ol>
 */
@NullMarked
package io.snowbraid.benchmarks;

import org.jspecify.annotations.NullMarked;
