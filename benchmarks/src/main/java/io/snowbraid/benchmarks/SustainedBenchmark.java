package io.snowbraid.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What one thread gets for seconds on end. Most entrants are held back by their ids a millisecond,
 * not by their code; the warm-up uses up what they may run ahead. Allocation is measured here as
 * well, since what a generator's own threads allocate is spread over many ids.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SustainedBenchmark {

  /** Who issues. */
  @Param public BenchmarkedGenerator entrant = BenchmarkedGenerator.SNOWBRAID;

  private IdSupplier contender = () -> 0;

  /** Opens the entrant. */
  @Setup(Level.Trial)
  public void open() {
    contender = entrant.open();
  }

  /** Issues an id. */
  @Benchmark
  public long next() {
    return contender.next();
  }

  /** Ends what was started. */
  @TearDown(Level.Trial)
  public void close() {
    contender.close();
  }
}
