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
 * What issuing costs while nothing holds it back: the time of a burst from the start until its last
 * id is there, whichever thread issued it. The report divides it by the ids of the burst.
 *
 * <p>There are two lengths, because no single one is fair to all:
 *
 * <ul>
 *   <li>{@link #SHORT}: 2,000 ids fit into one millisecond of each entrant, so nobody is throttled.
 *       CosId, which goes on with the sequence of the burst before, could be with 2,050. On the
 *       other hand, a burst of several threads is over before they have met often.
 *   <li>{@link #LONG}: 100,000 ids are enough for threads to contend, but more than one millisecond
 *       of those holds that cannot run ahead of their clock. They show their bound here, some 244
 *       ns an id, as they would to a user. Snowbraid runs 14 ms ahead at most, of 1 s allowed.
 * </ul>
 *
 * <p>Each burst is a sample. The mean holds all that happened, a collection of garbage and the
 * machine's other work alike; the median is what most bursts took.
 *
 * <p>{@link PauseBeforeBurst} tells how long the idle time before a burst is. A generator with
 * threads of its own gets its work done by them in that time; {@link SustainedBenchmark} shows what
 * they cost.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BurstBenchmark {

  static final int SHORT = 2_000;
  static final int LONG = 100_000;

  /** Who issues. */
  @Param public BenchmarkedGenerator entrant = BenchmarkedGenerator.SNOWBRAID;

  /** How many threads share a burst. */
  @Param("1")
  public int threads;

  /** Which kind of threads, the first one included: the report starts JMH to suit. */
  @Param("PLATFORM")
  public ThreadKind kind = ThreadKind.PLATFORM;

  /** How many ids a burst has. */
  @Param("2000")
  public int ids;

  /** How many ids are asked for at once; 0 for single calls. */
  @Param("0")
  public int bulk;

  private IdSupplier contender = () -> 0;
  private ThreadTeam crew = new ThreadTeam(List.of(() -> {}), Runnable::run);
  private List<Share> shares = List.of();

  /** Opens the entrant and gathers its threads. */
  @Setup(Level.Trial)
  public void open() {
    contender = entrant.open();
    shares = shares();
    crew = new ThreadTeam(List.copyOf(shares), kind.executor());
  }

  private List<Share> shares() {
    List<Share> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(
          bulk == 0
              ? new Singles(contender, ids / threads)
              : new Bulks(contender, ids / threads / bulk, bulk));
    }
    return all;
  }

  /** Lets the entrant recover, and its threads stand ready. */
  @Setup(Level.Invocation)
  public void rest() {
    PauseBeforeBurst.before(ids);
    crew.assemble();
  }

  /** Issues a burst. */
  @Benchmark
  public long burst() {
    crew.run();
    return shares.get(0).sum;
  }

  /** Ends what was started. */
  @TearDown(Level.Trial)
  public void close() {
    crew.close();
    contender.close();
  }

  /** What one thread does. The sum keeps the compiler from leaving ids out. */
  private abstract static class Share implements Runnable {
    final IdSupplier contender;
    long sum;

    Share(IdSupplier contender) {
      this.contender = contender;
    }
  }

  private static final class Singles extends Share {
    private final int ids;

    Singles(IdSupplier contender, int ids) {
      super(contender);
      this.ids = ids;
    }

    @Override
    public void run() {
      long all = 0;
      for (int i = 0; i < ids; i++) {
        all ^= contender.next();
      }
      sum = all;
    }
  }

  private static final class Bulks extends Share {
    private final int times;
    private final long[] target;

    Bulks(IdSupplier contender, int times, int bulk) {
      super(contender);
      this.times = times;
      this.target = new long[bulk];
    }

    @Override
    public void run() {
      for (int i = 0; i < times; i++) {
        contender.fill(target);
        sum ^= target[target.length - 1];
      }
    }
  }
}
