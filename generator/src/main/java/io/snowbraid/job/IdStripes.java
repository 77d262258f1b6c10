package io.snowbraid.job;

import io.snowbraid.internal.Arguments;
import io.snowbraid.layout.Layout;

/**
 * The stripes of a {@linkplain IdBlock#stripes block}: ids for the parts of a job, such as the
 * partitions of a data set. The ticks of the block are dealt out in turn, so the ids that are used
 * are those of the earliest ticks, and each tick is used from its start.
 *
 * <p>Immutable, and safe for use by any number of threads.
 */
public final class IdStripes {

  private final IdBlock block;
  private final int count;
  private final int sequences;

  /** Where an expression of SQL is evaluated. */
  public enum Dialect {
    /** Spark SQL: each partition has a stripe. */
    SPARK("div"),
    /** PostgreSQL: one stripe, in the order of a window that the statement calls {@code ids}. */
    POSTGRESQL("/"),
    /** DuckDB: one stripe, in the order of a window that the statement calls {@code ids}. */
    DUCKDB("//");

    private final String division;

    Dialect(String division) {
      this.division = division;
    }

    private String row() {
      return this == SPARK
          ? "(monotonically_increasing_id() & 8589934591)"
          : "(row_number() over ids - 1)";
    }

    private String failure(String message) {
      return switch (this) {
        case SPARK -> "raise_error('" + message + "')";
        case POSTGRESQL -> "cast('" + message + ": row ' || " + row() + " as bigint)";
        case DUCKDB -> "error('" + message + "')";
      };
    }
  }

  IdStripes(IdBlock block, int count) {
    this.block = block;
    this.count = count;
    this.sequences = block.layout().sequences();
    if (count < 1 || size() < 1) {
      throw new IllegalArgumentException(
          Arguments.outside("number of stripes", count, 1, Math.max(1, block.size() / sequences))
              + ", because block "
              + block.name()
              + " has "
              + block.size()
              + " ids and each stripe needs "
              + sequences
              + "; claim a larger block under another name");
    }
  }

  /**
   * Returns how many stripes there are.
   *
   * @return at least 1
   */
  public int count() {
    return count;
  }

  /**
   * Returns how many ids each stripe has.
   *
   * @return a multiple of {@link Layout#sequences()}, or the size of the block if it is one stripe
   */
  public long size() {
    return count == 1 ? block.size() : block.size() / sequences / count * sequences;
  }

  /**
   * Returns an id of a stripe. Ids of a stripe increase with their numbers.
   *
   * @param stripe which, from 0 to {@link #count()} - 1
   * @param n its number in the stripe, from 0 to {@link #size()} - 1
   * @return the id
   * @throws IndexOutOfBoundsException if there is no such stripe or number
   */
  public long id(int stripe, long n) {
    if (stripe < 0 || stripe >= count || n < 0 || n >= size()) {
      throw new IndexOutOfBoundsException(
          "stripe must be between 0 and "
              + (count - 1)
              + ", and number between 0 and "
              + (size() - 1)
              + ", but they are "
              + stripe
              + " and "
              + n
              + " (block "
              + block.name()
              + "); claim a larger block under another name");
    }
    return block.id((n / sequences * count + stripe) * sequences + n % sequences);
  }

  /**
   * Returns an expression that is the id of a row, of type {@code BIGINT}. It fails for a row that
   * the block has no id for.
   *
   * @param dialect where it is evaluated
   * @return the expression, for the list of a {@code SELECT}
   * @throws IllegalArgumentException if there are several stripes, and the dialect knows no parts
   */
  public String sql(Dialect dialect) {
    if (dialect != Dialect.SPARK && count > 1) {
      throw new IllegalArgumentException(
          dialect + " does not number partitions, so stripes must be 1, but is " + count);
    }
    String row = dialect.row();
    String inTick = "(" + row + " % " + sequences + ")";
    String part = "shiftright(monotonically_increasing_id(), 33)";
    String tick = "(" + row + " " + dialect.division + " " + sequences + ")";
    boolean isSpark = dialect == Dialect.SPARK;
    return "case when "
        + row
        + " < "
        + size()
        + (isSpark ? " and " + part + " < " + count : "")
        + " then "
        + block.firstId()
        + " + "
        + (isSpark ? "(" + tick + " * " + count + " + " + part + ")" : tick)
        + " * "
        + block.tickStep()
        + " + "
        + inTick
        + (block.idStep() == 1 ? "" : " * " + block.idStep())
        + (block.layout().tails() == 1 ? "" : " + " + inTick + " % " + block.layout().tails())
        + " else "
        + dialect.failure(failure())
        + " end";
  }

  private String failure() {
    return "block "
        + block.name().replace("'", "''").replace("\\", "")
        + " has "
        + count
        + (count == 1 ? " stripe of " : " stripes of ")
        + size()
        + " ids; claim a larger one under another name";
  }
}
