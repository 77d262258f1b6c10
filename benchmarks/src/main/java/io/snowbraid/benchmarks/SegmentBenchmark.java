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

/** Measures numbers from segments under a load that never pauses. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SegmentBenchmark {

  static final int BULK = 1_000;

  /** The measured entrant. */
  @Param public SegmentEntrant entrant = SegmentEntrant.SNOWBRAID;

  private IdSupplier supplier = () -> 0;

  /** The array of one thread. */
  @State(Scope.Thread)
  public static class Target {
    final long[] numbers = new long[BULK];
  }

  /** Opens the entrant. */
  @Setup(Level.Trial)
  public void open() {
    supplier = entrant.open();
  }

  /** Issues a number. */
  @Benchmark
  public long next() {
    return supplier.next();
  }

  /** Issues a thousand numbers. */
  @Benchmark
  public long fill(Target target) {
    supplier.fill(target.numbers);
    return target.numbers[BULK - 1];
  }

  /** Closes the entrant. */
  @TearDown(Level.Trial)
  public void close() {
    supplier.close();
  }
}
