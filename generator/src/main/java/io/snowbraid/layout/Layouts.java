package io.snowbraid.layout;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Layouts of other systems, for reading and continuing their ids, and layouts for special needs.
 *
 * <p>Ids of another system never equal those added by Snowbraid as long as their workers differ.
 * Layouts without rollback and timeline have one lane: when the clock steps back by more than the
 * allowed lead, calls wait or fail.
 */
public final class Layouts {

  /** The same as {@link Layout#DEFAULT}. */
  public static final Layout DEFAULT = Layout.DEFAULT;

  /**
   * 41 bits of time in milliseconds since 2010-11-04T01:42:54.657Z, worker 10, sequence 12: 1,024
   * workers, at least 2,048 ids per millisecond and worker, until 2080. Used by Twitter's Snowflake
   * (2010), Leaf and others, with a worker of five bits of data centre above five bits of machine.
   */
  public static final Layout TWITTER =
      Layout.builder()
          .time(41)
          .worker(10)
          .sequence(12)
          .epoch(Instant.ofEpochMilli(1_288_834_974_657L))
          .build();

  /**
   * 43 bits of time in milliseconds since 1970, worker 8, sequence 12: 256 workers, at least 2,048
   * ids per millisecond and worker, until 2248. Used by a payment clearing system, with a worker of
   * three bits of data centre above five bits of machine.
   */
  public static final Layout UNIX_MILLIS =
      Layout.builder().time(43).worker(8).sequence(12).epoch(Instant.EPOCH).build();

  /**
   * 42 bits of time in milliseconds since 2015-01-01T00:00 in UTC+8, worker 2, sequence 9, tail 10:
   * 4 workers, at least 256 ids per millisecond and worker, until 2154. Used by nice-opentech's
   * Redis-based generator, with its server as the worker, its shard as the sequence, and its random
   * number as the tail, which spreads ids uniformly over up to 1,024 shards.
   */
  public static final Layout REDIS_SHARDED =
      Layout.builder()
          .time(42)
          .worker(2)
          .sequence(9)
          .tail(10)
          .epoch(Instant.parse("2014-12-31T16:00:00Z"))
          .build();

  /**
   * 28 bits of time in seconds since 2016-05-20T00:00 in UTC+8, worker 22, sequence 13: 4,194,304
   * workers, at least 4,096 ids per second and worker. The defaults of Baidu's UidGenerator. Its
   * time ended on 2024-11-20T13:24:15Z, so this layout can decode ids but not issue any.
   */
  public static final Layout BAIDU_UID =
      Layout.builder()
          .time(28)
          .worker(22)
          .sequence(13)
          .epoch(Instant.parse("2016-05-19T16:00:00Z"))
          .tick(Duration.ofSeconds(1))
          .build();

  /**
   * Decimal: 13 digits of time in milliseconds since 1970, sequence 1, worker 2, tail 3: 100
   * workers, at least 5 ids per millisecond and worker, until 2262. The system of {@link
   * #UNIX_MILLIS} also has such ids, with its table suffix as the tail. 1613024787541981316 is
   * 1613024787541 (2021), sequence 9, worker 81, table 316.
   *
   * <p>If a system adds an offset to the milliseconds, set the {@linkplain LayoutBuilder#epoch
   * epoch} to that offset before 1970.
   */
  public static final Layout DECIMAL =
      Layout.decimalBuilder().time(13).sequence(1).worker(2).tail(3).epoch(Instant.EPOCH).build();

  /**
   * 41 bits of time in milliseconds since 2025, timeline 2, worker 4, sequence 6: 16 workers, at
   * least 224 ids per millisecond and worker, until 2094. Ids have 53 bits, so JavaScript numbers
   * and IEEE 754 doubles hold them exactly. {@code id % n} is uniform for n up to 32.
   */
  public static final Layout JAVASCRIPT =
      Layout.builder()
          .time(41)
          .timeline(2)
          .worker(4)
          .sequence(6)
          .epoch(Instant.parse("2025-01-01T00:00:00Z"))
          .build();

  private static final Map<String, Layout> PRESETS = new LinkedHashMap<>();

  static {
    PRESETS.put("DEFAULT", DEFAULT);
    PRESETS.put("TWITTER", TWITTER);
    PRESETS.put("UNIX_MILLIS", UNIX_MILLIS);
    PRESETS.put("REDIS_SHARDED", REDIS_SHARDED);
    PRESETS.put("BAIDU_UID", BAIDU_UID);
    PRESETS.put("DECIMAL", DECIMAL);
    PRESETS.put("JAVASCRIPT", JAVASCRIPT);
  }

  private Layouts() {}

  /**
   * Returns the layout with a name in this class.
   *
   * @param name in upper or lower case, with hyphens or underscores
   * @throws IllegalArgumentException if no layout has this name
   */
  static Layout named(String name) {
    Layout layout = PRESETS.get(name.strip().toUpperCase(Locale.ROOT).replace('-', '_'));
    if (layout == null) {
      throw new IllegalArgumentException(
          "layout "
              + name
              + " is unknown; use one of "
              + String.join(", ", PRESETS.keySet())
              + ", or fields such as "
              + DEFAULT);
    }
    return layout;
  }
}
