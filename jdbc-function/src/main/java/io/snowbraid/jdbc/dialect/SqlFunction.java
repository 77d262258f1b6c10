package io.snowbraid.jdbc.dialect;

import java.util.Locale;

/** Lists the SQL functions, for all code that installs, finds or describes them. */
public enum SqlFunction {
  /** Issues one id. */
  NEXT_SNOWFLAKE(Argument.NONE, Result.ID),
  /** Issues as many ids as its argument says, up to {@link #MAX_IDS}. */
  NEXT_SNOWFLAKES(Argument.COUNT, Result.IDS),
  /** Returns when an id was issued. */
  SNOWFLAKE_TIME(Argument.ID, Result.TIME),
  /** Returns the rollback number of an id. */
  SNOWFLAKE_ROLLBACK(Argument.ID, Result.NUMBER),
  /** Returns the timeline of an id. */
  SNOWFLAKE_TIMELINE(Argument.ID, Result.NUMBER),
  /** Returns the worker of an id. */
  SNOWFLAKE_WORKER(Argument.ID, Result.NUMBER),
  /** Returns the sequence number of an id. */
  SNOWFLAKE_SEQUENCE(Argument.ID, Result.NUMBER),
  /** Returns all fields of an id, as JSON. */
  SNOWFLAKE_PARTS(Argument.ID, Result.PARTS),
  /** Returns the smallest id that the tick of an instant can have. */
  SNOWFLAKE_MIN_ID(Argument.TIME, Result.ID),
  /** Returns the largest id that the tick of an instant can have. */
  SNOWFLAKE_MAX_ID(Argument.TIME, Result.ID);

  /**
   * The maximum number of ids that one call of {@code NEXT_SNOWFLAKES} returns, because databases
   * hold them in memory.
   */
  public static final int MAX_IDS = 1_000_000;

  private final Argument argument;
  private final Result result;

  /** What a function takes. */
  public enum Argument {
    /** No argument. */
    NONE,
    /** A number of ids. */
    COUNT,
    /** An id, to be decoded. */
    ID,
    /** An instant. */
    TIME
  }

  /** What a function returns. */
  public enum Result {
    /** An id. */
    ID,
    /** A table or an array of new ids. */
    IDS,
    /** An instant. */
    TIME,
    /** A field of an id. */
    NUMBER,
    /** All fields of an id. */
    PARTS
  }

  SqlFunction(Argument argument, Result result) {
    this.argument = argument;
    this.result = result;
  }

  /**
   * Returns what kind of value the function takes.
   *
   * @return the kind of its argument
   */
  public Argument argument() {
    return argument;
  }

  /**
   * Returns the function's name for databases that store names in lower case.
   *
   * @return its name in lower case
   */
  public String lowerCaseName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns what kind of value the function returns.
   *
   * @return the kind of its result
   */
  public Result result() {
    return result;
  }
}
