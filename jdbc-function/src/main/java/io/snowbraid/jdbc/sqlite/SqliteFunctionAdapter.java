package io.snowbraid.jdbc.sqlite;

import io.snowbraid.jdbc.internal.UtcTimestamp;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;

/** Adapts Java code to an SQLite function with at most one argument. */
final class SqliteFunctionAdapter extends Function {

  private static final int INTEGER = 1;
  private static final int TEXT = 3;
  private static final int NULL = 5;

  /** The code of the function, which reads its argument from the call. Null means NULL. */
  interface Body {
    @Nullable Object run(SqliteFunctionAdapter call) throws SQLException;
  }

  private final Body body;

  SqliteFunctionAdapter(Body body) {
    this.body = body;
  }

  /**
   * Calls the code and reports failures as SQLite errors. The message of an exception would begin
   * with its class name.
   */
  @Override
  protected void xFunc() throws SQLException {
    try {
      answer(body.run(this));
    } catch (SQLException e) {
      error(e.getMessage());
    }
  }

  /** Returns the argument of a function that takes a number. */
  @Nullable Long number() throws SQLException {
    return switch (value_type(0)) {
      case INTEGER -> value_long(0);
      case NULL -> null;
      default -> throw new SQLException("argument must be a whole number, but is " + value_text(0));
    };
  }

  /**
   * Returns the argument of a function that takes a time. Numbers are rejected, because they may be
   * Julian days.
   */
  @Nullable Instant time() throws SQLException {
    return switch (value_type(0)) {
      case TEXT -> UtcTimestamp.parse(value_text(0));
      case NULL -> null;
      default -> throw UtcTimestamp.noTime(value_text(0), null);
    };
  }

  private void answer(@Nullable Object value) throws SQLException {
    if (value == null) {
      result();
    } else if (value instanceof Number number) {
      result(number.longValue());
    } else {
      result(value.toString());
    }
  }
}
