package io.snowbraid.jdbc.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;

/** Adapts Java code to an SQLite function with at most one argument, which is a number. */
final class SqliteFunctionAdapter extends Function {

  private static final int INTEGER = 1;
  private static final int NULL = 5;

  /** The code of the function. Null means NULL, or that there is no argument. */
  interface Body {
    @Nullable Object call(@Nullable Long argument) throws SQLException;
  }

  private final Body body;

  SqliteFunctionAdapter(Body body) {
    this.body = body;
  }

  /**
   * Calls the code and reports failures as SQLite errors, because the message of an exception that
   * left here would begin with its class name.
   */
  @Override
  protected void xFunc() throws SQLException {
    try {
      answer(body.call(args() == 0 ? null : argument()));
    } catch (SQLException e) {
      error(e.getMessage());
    }
  }

  private @Nullable Long argument() throws SQLException {
    return switch (value_type(0)) {
      case INTEGER -> value_long(0);
      case NULL -> null;
      default ->
          throw new SQLException("argument must be a whole number: argument=" + value_text(0));
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
