package io.snowbraid.job;

import io.snowbraid.internal.Arguments;
import io.snowbraid.layout.Layout;

/**
 * The stripes of a {@linkplain IdBlock#stripes block}: ids for the parts of a job, such as the
 * partitions of a data set. The stripes take the block's ticks in turn, so equal parts use the
 * earliest ticks of the block, each from its start.
 *
 * <p>Immutable and thread-safe.
 */
public final class IdStripes {

  private final IdBlock block;
  private final int count;
  private final int sequences;

  /** The SQL dialect of an expression. */
  public enum Dialect {
    /** Spark SQL: one stripe for each partition. */
    SPARK("div"),
    /** PostgreSQL: a single stripe, in the order of a window named {@code ids} in the statement. */
    POSTGRESQL("/"),
    /** DuckDB: a single stripe, in the order of a window named {@code ids} in the statement. */
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

  /** {@return the number of stripes, at least 1} */
  public int count() {
    return count;
  }

  /**
   * {@return the number of ids in each stripe: a multiple of {@link Layout#sequences()}, or the
   * block's size if there is only one stripe}
   */
  public long size() {
    return count == 1 ? block.size() : block.size() / sequences / count * sequences;
  }

  /**
   * Returns an id of a stripe.
   *
   * @param stripe the stripe, from 0 to {@link #count()} - 1
   * @param n the number of the id in the stripe, from 0 to {@link #size()} - 1
   * @return the id, which increases with {@code n}
   * @throws IndexOutOfBoundsException if {@code stripe} or {@code n} is out of range
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
   * Returns an SQL expression for a row's id, of type {@code BIGINT}. It fails for a row beyond the
   * block.
   *
   * @param dialect the dialect of the expression
   * @return the expression, for a {@code SELECT} list
   * @throws IllegalArgumentException if there are several stripes and the dialect does not number
   *     partitions
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
