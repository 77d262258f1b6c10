package io.snowbraid.jdbc.mariadb;

import io.snowbraid.layout.Layout;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Creates the functions that decode ids and those that return a time's ids, in MariaDB's and
 * MySQL's SQL. Each function is a single expression, so semicolons only end statements.
 */
final class MariaDbDecoders {

  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Increase this with each change of the functions. */
  private static final int VERSION = 1;

  /** Rollback number, timeline, worker and sequence number. */
  private static final int NUMBERS = 4;

  private final Layout layout;

  private MariaDbDecoders(Layout layout) {
    this.layout = layout;
  }

  static String of(Layout layout) {
    return new MariaDbDecoders(layout).text();
  }

  private String text() {
    return decoder("snowflake_time", "datetime(3)", time())
        + decoder("snowflake_rollback", "int", field(0))
        + decoder("snowflake_timeline", "int", field(1))
        + decoder("snowflake_worker", "int", field(2))
        + decoder("snowflake_sequence", "int", field(3))
        + decoder("snowflake_parts", "json", parts())
        + bound("snowflake_min_id", 0)
        + bound("snowflake_max_id", layout.maxId(layout.epoch()));
  }

  private String decoder(String name, String type, String expression) {
    return function(name, "id bigint", type, expression);
  }

  /** Returns the function for the first id of a tick, plus a number. */
  private String bound(String name, long added) {
    String expression = "%s * %d + %d".formatted(checkedTick(), tickWeight(), added);
    return function(name, "at_utc datetime(6)", "bigint", expression);
  }

  private String function(String name, String argument, String type, String expression) {
    String comment = "Snowbraid functions " + VERSION + ", layout " + layout;
    return "create function if not exists %s(%s) returns %s deterministic no sql comment '%s' return %s;\n"
        .formatted(name, argument, type, comment, expression);
  }

  private String time() {
    return "timestampadd(microsecond, %s div %d * %d, timestamp'%s')"
        .formatted(checkedId(), tickWeight(), tickMicros(), TIMESTAMP.format(layout.epoch()));
  }

  private long tickWeight() {
    return layout.encode(1, 0, 0, 0, 0, 0);
  }

  private long tickMicros() {
    return TimeUnit.MILLISECONDS.toMicros(layout.tick().toMillis());
  }

  private String parts() {
    return "if(id is null, null, json_object('time', concat(left(date_format(%s, '%s'), 23), 'Z'), 'rollback', %s, 'timeline', %s, 'worker', %s, 'sequence', %s))"
        .formatted(time(), "%Y-%m-%dT%H:%i:%s.%f", field(0), field(1), field(2), field(3));
  }

  private String field(int position) {
    int values =
        switch (position) {
          case 0 -> layout.rollbacks();
          case 1 -> layout.timelines();
          case 2 -> layout.workers();
          default -> layout.sequences();
        };
    return "%s div %d mod %d".formatted(checkedId(), weight(position, values), values);
  }

  /** Returns by how much an id grows if a field grows by one. */
  private long weight(int position, int values) {
    if (values == 1) {
      return 1;
    }
    int[] fields = new int[NUMBERS];
    fields[position] = 1;
    return layout.encode(0, fields[0], fields[1], fields[2], fields[3], 0);
  }

  /**
   * Returns an expression for the id that fails if the number is not an id: it adds 0 to an id, and
   * to any other number enough to exceed the range.
   */
  private String checkedId() {
    long last = layout.maxId(layout.lastInstant());
    return "(id + case when id < 0 then %d when id > %d then %d else 0 end)"
        .formatted(Long.MIN_VALUE, last, Long.MAX_VALUE);
  }

  /**
   * Returns an expression for a time's tick. It fails in the same way if the layout cannot hold the
   * time, at the latest when multiplied.
   */
  private String checkedTick() {
    String micros =
        "timestampdiff(microsecond, timestamp'%s', at_utc)"
            .formatted(TIMESTAMP.format(layout.epoch()));
    String tick = micros + " div " + tickMicros();
    return "(%s + case when %s < 0 then %d when %s > %d then %d else 0 end)"
        .formatted(tick, micros, Long.MIN_VALUE, tick, layout.lastTick(), Long.MAX_VALUE);
  }
}
