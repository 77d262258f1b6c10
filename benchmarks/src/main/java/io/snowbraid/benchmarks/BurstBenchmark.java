package io.snowbraid.benchmarks;

import java.util.ArrayList;
import java.util.List;
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
 * Measures the cost of an id while the generator is not throttled: the time of a burst from its
 * start until its last id is issued, by whichever thread. The report divides it by the number of
 * ids in the burst.
 *
 * <p>There are two lengths, because no single length is fair to all entrants:
 *
 * <ul>
 *   <li>{@link #SHORT}: 2,000 ids fit into one millisecond of each entrant, so none is throttled.
 *       CosId, which continues the sequence of the previous burst, could be throttled at 2,050. The
 *       drawback: a burst of several threads ends before they have contended much.
 *   <li>{@link #LONG}: 100,000 ids are enough for threads to contend, but do not fit into one
 *       millisecond of entrants that cannot run ahead of their clock. These show their bound here,
 *       about 244 ns per id, as they would to a user. Snowbraid runs at most 14 ms ahead, of 1 s
 *       allowed.
 * </ul>
 *
 * <p>Each burst is a sample. The mean includes everything that happened, such as garbage
 * collections and other processes; the median shows a typical burst.
 *
 * <p>{@link PauseBeforeBurst} defines the idle time before a burst. The background threads of a
 * generator do their work in that time; {@link SustainedBenchmark} shows what they cost.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BurstBenchmark {

  static final int SHORT = 2_000;
  static final int LONG = 100_000;

  /** The measured entrant. */
  @Param public BenchmarkedGenerator entrant = BenchmarkedGenerator.SNOWBRAID;

  /** The number of threads that share a burst. */
  @Param("1")
  public int threads;

  /** The kind of all threads, including the first one: the report starts JMH accordingly. */
  @Param("PLATFORM")
  public ThreadKind kind = ThreadKind.PLATFORM;

  /** The number of ids in a burst. */
  @Param("2000")
  public int ids;

  /** The number of ids per bulk call; 0 for single calls. */
  @Param("0")
  public int bulk;

  private IdSupplier supplier = () -> 0;
  private ThreadTeam team = new ThreadTeam(List.of(() -> {}), Runnable::run);
  private List<Share> shares = List.of();

  /** Opens the entrant and starts its threads. */
  @Setup(Level.Trial)
  public void open() {
    supplier = entrant.open();
    shares = shares();
    team = new ThreadTeam(List.copyOf(shares), kind.executor());
  }

  private List<Share> shares() {
    List<Share> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(
          bulk == 0
              ? new Singles(supplier, ids / threads)
              : new Bulks(supplier, ids / threads / bulk, bulk));
    }
    return all;
  }

  /** Lets the entrant recover and wakes its threads. */
  @Setup(Level.Invocation)
  public void rest() {
    PauseBeforeBurst.before(ids);
    team.assemble();
  }

  /** Issues a burst. */
  @Benchmark
  public long burst() {
    team.run();
    return shares.get(0).sum;
  }

  /** Closes the entrant and its threads. */
  @TearDown(Level.Trial)
  public void close() {
    team.close();
    supplier.close();
  }

  /** The work of one thread. The sum prevents the compiler from removing ids. */
  private abstract static class Share implements Runnable {
    final IdSupplier supplier;
    long sum;

    Share(IdSupplier supplier) {
      this.supplier = supplier;
    }
  }

  private static final class Singles extends Share {
    private final int ids;

    Singles(IdSupplier supplier, int ids) {
      super(supplier);
      this.ids = ids;
    }

    @Override
    public void run() {
      long all = 0;
      for (int i = 0; i < ids; i++) {
        all ^= supplier.next();
      }
      sum = all;
    }
  }

  private static final class Bulks extends Share {
    private final int times;
    private final long[] target;

    Bulks(IdSupplier supplier, int times, int bulk) {
      super(supplier);
      this.times = times;
      this.target = new long[bulk];
    }

    @Override
    public void run() {
      for (int i = 0; i < times; i++) {
        supplier.fill(target);
        sum ^= target[target.length - 1];
      }
    }
  }
}
