package io.snowbraid.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
 * Measures how long single calls take after the thread slept, as in a server with little load.
 * Processor and caches are cold, which affects the bare clock reading, measured in the same way, as
 * well. Each value includes reading the timer itself; {@link Subject#TIMER} shows how much that is.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LatencyBenchmark {

  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** What is called. */
  public enum Subject {
    SNOWBRAID("Snowbraid nextId()"),
    CLOCK("bare System.currentTimeMillis()"),
    TIMER("nothing: the timer's own share");

    private final String label;

    Subject(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    IdSupplier open() {
      return switch (this) {
        case SNOWBRAID -> BenchmarkedGenerator.SNOWBRAID.open();
        case CLOCK -> BenchmarkedGenerator.CLOCK.open();
        case TIMER -> () -> 0;
      };
    }
  }

  /** The measured subject. */
  @Param public Subject subject = Subject.SNOWBRAID;

  /** The number of consecutive calls before the thread sleeps again. */
  @Param("1")
  public int burst;

  private IdSupplier supplier = () -> 0;
  private int calls;

  /** Opens the subject. */
  @Setup(Level.Trial)
  public void open() {
    supplier = subject.open();
  }

  /** Sleeps before each burst. */
  @Setup(Level.Invocation)
  public void rest() {
    if (calls++ % burst == 0) {
      LockSupport.parkNanos(IDLE_NANOS);
    }
  }

  /** Makes one call. */
  @Benchmark
  public long next() {
    return supplier.next();
  }

  /** Closes the subject. */
  @TearDown(Level.Trial)
  public void close() {
    supplier.close();
  }
}
