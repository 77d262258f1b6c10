package io.snowbraid.jdbc.mariadb;

import io.snowbraid.Layout;
import io.snowbraid.jdbc.dialect.SqlFunction;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Creates the functions that decode ids, in the SQL of MariaDB and MySQL. Each is a single
 * expression, so that semicolons only end statements.
 */
final class MariaDbDecoders {

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Increase this with each change of the functions. */
  private static final int VERSION = 1;

  private final Layout layout;

  private MariaDbDecoders(Layout layout) {
    this.layout = layout;
  }

  static String of(Layout layout) {
    return new MariaDbDecoders(layout).text();
  }

  private String text() {
    return function("snowflake_time", "datetime(3)", time()) + numbers();
  }

  private String numbers() {
    int[] values = {layout.rollbacks(), layout.timelines(), layout.workers(), layout.sequences()};
    StringBuilder functions = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      SqlFunction decoder = SqlFunction.decoders().get(i + 1);
      functions.append(function(decoder.lowerCaseName(), "int", field(i, values[i])));
    }
    return functions.toString();
  }

  private String function(String name, String type, String expression) {
    return "create function if not exists %s(id bigint) returns %s deterministic no sql comment '%s' return %s;\n"
        .formatted(name, type, comment(), expression);
  }

  /** Says which version of the functions this is, and of which ids. */
  private String comment() {
    return "Snowbraid functions " + VERSION + ", layout " + layout;
  }

  private String time() {
    long tick = layout.encode(1, 0, 0, 0, 0, 0);
    long micros = TimeUnit.MILLISECONDS.toMicros(layout.tick().toMillis());
    return "timestampadd(microsecond, %s div %d * %d, timestamp'%s')"
        .formatted(checkedId(), tick, micros, TIMESTAMP.format(layout.epoch()));
  }

  private String field(int position, int values) {
    return "%s div %d mod %d".formatted(checkedId(), weight(position, values), values);
  }

  /** Returns by how much an id grows if a field grows by one. */
  private long weight(int position, int values) {
    if (values == 1) {
      return 1;
    }
    int[] fields = new int[4];
    fields[position] = 1;
    return layout.encode(0, fields[0], fields[1], fields[2], fields[3], 0);
  }

  /**
   * Returns an expression for the id that causes an error if the number is not an id: it adds 0 to
   * an id, and to any other number so much that the result is out of range.
   */
  private String checkedId() {
    long last = layout.maxId(layout.lastInstant());
    return "(id + case when id < 0 then %d when id > %d then %d else 0 end)"
        .formatted(Long.MIN_VALUE, last, Long.MAX_VALUE);
  }
}
