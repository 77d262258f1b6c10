package io.snowbraid.jdbc.dialect;

import io.snowbraid.IdParts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The SQL functions. Whatever installs them, looks for them or describes them goes through this
 * list.
 */
public enum SqlFunction {
  /** Issues one id. */
  NEXT_SNOWFLAKE("nextSnowflake", Result.ID),
  /** Issues as many ids as its argument says, up to {@link #MAX_IDS}. */
  NEXT_SNOWFLAKES("nextSnowflakes", Result.IDS),
  /** Tells when an id was issued. */
  SNOWFLAKE_TIME("time", Result.TIME),
  /** Tells the rollback number of an id. */
  SNOWFLAKE_ROLLBACK("rollback", Result.NUMBER),
  /** Tells the timeline of an id. */
  SNOWFLAKE_TIMELINE("timeline", Result.NUMBER),
  /** Tells the worker of an id. */
  SNOWFLAKE_WORKER("worker", Result.NUMBER),
  /** Tells the sequence number of an id. */
  SNOWFLAKE_SEQUENCE("sequence", Result.NUMBER);

  /**
   * The most ids that one call of {@code NEXT_SNOWFLAKES} returns: databases hold them in memory.
   */
  public static final int MAX_IDS = 1_000_000;

  private static final List<SqlFunction> DECODERS =
      Arrays.stream(values()).filter(SqlFunction::isDecoder).toList();

  private final String javaName;
  private final Result result;

  /** What a function returns. */
  public enum Result {
    /** A new id. */
    ID,
    /** A table or an array of new ids. */
    IDS,
    /** An instant. */
    TIME,
    /** A part of an id. */
    NUMBER
  }

  SqlFunction(String javaName, Result result) {
    this.javaName = javaName;
    this.result = result;
  }

  /**
   * Lists the functions that take an id apart.
   *
   * @return those with an id as their argument, the time first
   */
  public static List<SqlFunction> decoders() {
    return DECODERS;
  }

  /**
   * Tells whether the function takes an id apart.
   *
   * @return false if it issues ids
   */
  public boolean isDecoder() {
    return result == Result.TIME || result == Result.NUMBER;
  }

  /**
   * Names the Java method that a database calls.
   *
   * @return its name, without a prefix that a database needs
   */
  public String javaName() {
    return javaName;
  }

  /**
   * Names the function as databases do that store names in lower case.
   *
   * @return its name in lower case
   */
  public String lowerCaseName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Tells what the function returns.
   *
   * @return the kind of its result
   */
  public Result result() {
    return result;
  }

  /**
   * Takes the part out of an id.
   *
   * @param parts an id, taken apart
   * @return the part
   * @throws IllegalStateException unless the result is a {@link Result#NUMBER}
   */
  public int number(IdParts parts) {
    return switch (this) {
      case SNOWFLAKE_ROLLBACK -> parts.rollback();
      case SNOWFLAKE_TIMELINE -> parts.timeline();
      case SNOWFLAKE_WORKER -> parts.worker();
      case SNOWFLAKE_SEQUENCE -> parts.sequence();
      default -> throw new IllegalStateException("no number in an id: " + this);
    };
  }
}
