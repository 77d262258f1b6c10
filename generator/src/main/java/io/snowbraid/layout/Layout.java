package io.snowbraid.layout;

import java.time.Duration;
import java.time.Instant;

/**
 * Defines the fields of an id, their widths, the length of a tick, and the epoch (the time of tick
 * 0).
 *
 * <p>A layout is an immutable value. {@linkplain Object#equals Equal} layouts read and write the
 * same ids. Ids are never negative. A <em>tick</em> is the layout's time unit; the
 * <em>sequence</em> numbers the ids of one lane and tick; the <em>tail</em> is an optional last
 * field, chosen by the caller or at random.
 *
 * <p>From the highest bit to the lowest, an id contains tick, rollback number, timeline, worker,
 * sequence and tail. In a <em>decimal</em> layout, the fields are groups of decimal digits,
 * readable by people: tick, sequence, worker and tail. It has one lane, and ends with the last tick
 * whose ids all fit into 63 bits.
 *
 * <p>The text form, for example in configuration files, names each field once, in any order:
 *
 * <pre>{@code
 * time=41,rollback=2,timeline=2,worker=7,sequence=11,epoch=2025-01-01T00:00:00Z,tick=PT0.001S
 * base=10,time=13,sequence=1,worker=2,tail=3,epoch=1970-01-01T00:00:00Z,tick=PT0.001S
 * }</pre>
 *
 * Numbers are widths in bits, or in decimal digits with {@code base=10}. {@code time}, {@code
 * sequence} and {@code epoch} are required. Other fields have width 0 by default; {@code tick}, an
 * ISO-8601 duration, is a millisecond. {@link Object#toString()} prints the form that {@link
 * #parse} reads.
 *
 * <p>The fields and their order follow Twitter's Snowflake (2010), which had time, worker and
 * sequence.
 */
public sealed interface Layout permits BitLayout, DecimalLayout {

  // No default methods: with one, initialising a layout class would initialise this interface,
  // which initialises BitLayout for DEFAULT. Two threads starting at opposite ends would deadlock.

  /**
   * The default layout: 41 bits of time in milliseconds since 2025, rollback 2, timeline 2, worker
   * 7, sequence 11. It has 128 workers, at least 7,168 ids per millisecond and worker, and lasts
   * until 2094.
   */
  Layout DEFAULT =
      new BitLayout(
          41, 2, 2, 7, 11, 0, Instant.parse("2025-01-01T00:00:00Z"), Duration.ofMillis(1));

  /**
   * Parses a layout.
   *
   * @param text the text form, or the name of a layout in {@link Layouts}, such as {@code
   *     JAVASCRIPT}, in upper or lower case and with hyphens or underscores
   * @return the layout
   * @throws IllegalArgumentException if the text is malformed or describes an impossible layout
   */
  static Layout parse(String text) {
    return LayoutText.parse(text);
  }

  /**
   * Creates a builder for a layout whose fields are groups of bits.
   *
   * @return a builder that requires a time, a sequence and an epoch
   */
  static LayoutBuilder builder() {
    return new LayoutBuilder(false);
  }

  /**
   * Creates a builder for a layout whose fields are groups of decimal digits.
   *
   * @return a builder that requires a time, a sequence and an epoch
   */
  static LayoutBuilder decimalBuilder() {
    return new LayoutBuilder(true);
  }

  /** {@return the epoch: the start of tick 0} */
  Instant epoch();

  /** {@return the length of a tick: a whole number of milliseconds, at least one} */
  Duration tick();

  /** {@return the highest tick that ids can carry, counted from the epoch} */
  long lastTick();

  /** {@return the end of the layout: the last millisecond of the last tick} */
  Instant lastInstant();

  /** {@return the number of rollback numbers: 1, 2 or 4} */
  int rollbacks();

  /** {@return the number of timelines per rollback number: 1, 2 or 4} */
  int timelines();

  /** {@return the number of workers, at least 1; workers are numbered from 0} */
  int workers();

  /** {@return the number of ids that one lane can issue on one tick, at least 2} */
  int sequences();

  /** {@return the number of values of the tail; 1 for a layout without a tail} */
  int tails();

  /**
   * {@return the number of ids, at least 1, that a worker can issue on any tick, regardless of
   * where the sequence starts} The first timeline starts its sequence in the lower half; the
   * timelines that a burst overflows to start near 0. A burst that exhausts a tick continues on
   * later ticks.
   */
  long minIdsPerTick();

  /**
   * Returns a short identifier that only equal layouts share. Store it with the ids, and compare it
   * before issuing more.
   *
   * @return the first 16 lower-case hexadecimal digits of the SHA-256 of the UTF-8 {@linkplain
   *     Object#toString() text form}; the same in every process and release
   */
  String fingerprint();

  /**
   * Builds an id from its fields. The id is a linear function with constant, non-negative weights:
   * {@code encode(t, r, l, w, s, x) = t*T + r*R + l*L + w*W + s*S + x*X}.
   *
   * @param tick in ticks since the epoch, from 0 to {@link #lastTick()}
   * @param rollback from 0 to {@link #rollbacks()} - 1
   * @param timeline from 0 to {@link #timelines()} - 1
   * @param worker from 0 to {@link #workers()} - 1
   * @param sequence from 0 to {@link #sequences()} - 1
   * @param tail from 0 to {@link #tails()} - 1
   * @return the id, at least 0
   * @throws IllegalArgumentException if a field is out of range
   */
  long encode(long tick, int rollback, int timeline, int worker, int sequence, int tail);

  /**
   * Splits an id into its fields.
   *
   * @param id an id of this layout
   * @return its fields
   * @throws IllegalArgumentException if the number is not an id of this layout
   */
  IdParts decode(long id);

  /**
   * Returns the smallest possible id in an instant's tick, for range queries on a primary key:
   * {@code where id >= minId(from) and id < minId(to)}.
   *
   * @param time an instant from {@link #epoch()} to {@link #lastInstant()}
   * @return the smallest id of any worker
   * @throws IllegalArgumentException if the time is outside the layout
   */
  long minId(Instant time);

  /**
   * Returns the largest possible id in an instant's tick.
   *
   * @param time an instant from {@link #epoch()} to {@link #lastInstant()}
   * @return the largest id of any worker
   * @throws IllegalArgumentException if the time is outside the layout
   */
  long maxId(Instant time);
}
