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
 * How long single calls take after the thread slept, as in a server with little to do: processor
 * and caches are cold, which the bare clock read, measured alike, feels as well. Each figure
 * contains the reading of the timer itself; {@link Subject#TIMER} shows how much that is.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LatencyBenchmark {

  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Whose calls are timed. */
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

  /** Who is called. */
  @Param public Subject subject = Subject.SNOWBRAID;

  /** How many calls follow upon one another before the thread sleeps again. */
  @Param("1")
  public int burst;

  private IdSupplier contender = () -> 0;
  private int calls;

  /** Opens the subject. */
  @Setup(Level.Trial)
  public void open() {
    contender = subject.open();
  }

  /** Sleeps before each burst. */
  @Setup(Level.Invocation)
  public void rest() {
    if (calls++ % burst == 0) {
      LockSupport.parkNanos(IDLE_NANOS);
    }
  }

  /** One call. */
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
