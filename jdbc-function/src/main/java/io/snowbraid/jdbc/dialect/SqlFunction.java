package io.snowbraid.jdbc.dialect;

import java.util.Locale;

/** Lists the SQL functions, for all code that installs, finds or describes them. */
public enum SqlFunction {
  /** Generates one id. */
  NEXT_SNOWFLAKE(Argument.NONE, Result.ID),
  /** Generates the given number of ids, up to {@link #MAX_IDS}. */
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
  /** Returns the smallest possible id of an instant's tick. */
  SNOWFLAKE_MIN_ID(Argument.TIME, Result.ID),
  /** Returns the largest possible id of an instant's tick. */
  SNOWFLAKE_MAX_ID(Argument.TIME, Result.ID);

  /**
   * The maximum number of ids per call of {@code NEXT_SNOWFLAKES}, because databases hold them in
   * memory.
   */
  public static final int MAX_IDS = 1_000_000;

  private final Argument argument;
  private final Result result;

  /** Kinds of arguments. */
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

  /** Kinds of results. */
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
   * Returns the kind of argument.
   *
   * @return the kind
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
   * Returns the kind of result.
   *
   * @return the kind
   */
  public Result result() {
    return result;
  }
}
