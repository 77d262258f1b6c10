package io.snowbraid.benchmarks;

import java.util.Arrays;
import java.util.Random;
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

/** Measures writing and reading one text after another. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TextBenchmark {

  private static final int COUNT = 1 << 12;

  /** The most that Hashids can write. */
  private static final int BITS = 53;

  /** The measured library. */
  @Param public TextCodec codec = TextCodec.SNOWBRAID;

  private final long[] ids =
      new Random(1).longs(COUNT).map(id -> id >>> (Long.SIZE - BITS)).toArray();
  private String[] texts = {};
  private TextCodec.Open open = TextCodec.SNOWBRAID.open();
  private int next;

  /** Opens the library, and writes the texts to read. */
  @Setup(Level.Trial)
  public void prepare() {
    open = codec.open();
    texts = Arrays.stream(ids).mapToObj(open::encode).toArray(String[]::new);
  }

  private int index() {
    return next++ & (COUNT - 1);
  }

  /** Writes a text. */
  @Benchmark
  public String encode() {
    return open.encode(ids[index()]);
  }

  /** Reads a text. */
  @Benchmark
  public long decode() {
    return open.decode(texts[index()]);
  }
}
