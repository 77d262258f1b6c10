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
 * Measures the throughput of one thread over seconds. Most entrants are limited by their ids per
 * millisecond, not by their code; the warm-up uses up the time that they may run ahead. Allocation
 * is measured here as well, because what a generator's own threads allocate is averaged over many
 * ids.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SustainedBenchmark {

  /** The measured entrant. */
  @Param public BenchmarkedGenerator entrant = BenchmarkedGenerator.SNOWBRAID;

  private IdSupplier supplier = () -> 0;

  /** Opens the entrant. */
  @Setup(Level.Trial)
  public void open() {
    supplier = entrant.open();
  }

  /** Issues an id. */
  @Benchmark
  public long next() {
    return supplier.next();
  }

  /** Closes the entrant. */
  @TearDown(Level.Trial)
  public void close() {
    supplier.close();
  }
}
