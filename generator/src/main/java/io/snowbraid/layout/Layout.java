package io.snowbraid.layout;

import java.time.Duration;
import java.time.Instant;

/**
 * Defines which fields an id has, how wide they are, how long a tick is, and when tick 0 began (the
 * epoch).
 *
 * <p>A layout is an immutable value. Two layouts that are {@linkplain Object#equals equal} read and
 * write the same ids. Ids are never negative. A <em>tick</em> is the unit of its time, and the
 * <em>sequence</em> numbers the ids of one lane on one tick. The <em>tail</em> is the last field of
 * some layouts, chosen by the caller or at random.
 *
 * <p>Fields are groups of bits. From the highest bit to the lowest, an id holds its tick, the
 * rollback number, the timeline, the worker, the sequence and the tail. In a <em>decimal</em>
 * layout, the fields are groups of decimal digits that people can read: tick, sequence, worker and
 * tail. It has one lane, and ends with the last tick whose ids all fit into 63 bits.
 *
 * <p>The text form names each field once, in any order, and can be used in a configuration file:
 *
 * <pre>{@code
 * time=41,rollback=2,timeline=2,worker=7,sequence=11,epoch=2025-01-01T00:00:00Z,tick=PT0.001S
 * base=10,time=13,sequence=1,worker=2,tail=3,epoch=1970-01-01T00:00:00Z,tick=PT0.001S
 * }</pre>
 *
 * Numbers are widths, in bits, or in decimal digits with {@code base=10}. {@code time}, {@code
 * sequence} and {@code epoch} are required, other fields are 0 wide unless given, and {@code tick}
 * is a millisecond unless given as an ISO-8601 duration. {@link Object#toString()} prints the form
 * that {@link #parse} reads.
 *
 * <p>The fields and their order come from Twitter's Snowflake (2010), which had time, worker and
 * sequence.
 */
public sealed interface Layout permits BitLayout, DecimalLayout {

  // No default methods: with one, the class of a layout would initialise this interface, which
  // initialises BitLayout for DEFAULT. Two threads that begin at opposite ends would deadlock.

  /**
   * Time 41 bits of milliseconds since 2025, rollback 2, timeline 2, worker 7, sequence 11: 128
   * workers, at least 7,168 ids a millisecond each, until 2094.
   */
  Layout DEFAULT =
      new BitLayout(
          41, 2, 2, 7, 11, 0, Instant.parse("2025-01-01T00:00:00Z"), Duration.ofMillis(1));

  /**
   * Parses the text form of a layout.
   *
   * @param text the text form described above, or the name of a layout of {@link Layouts}, such as
   *     {@code JAVASCRIPT}, in upper or lower case and with hyphens or underscores
   * @return the layout it describes
   * @throws IllegalArgumentException if the text is malformed or describes no possible layout; the
   *     message names the rule and the value
   */
  static Layout parse(String text) {
    return LayoutText.parse(text);
  }

  /**
   * Creates a builder for a layout whose fields are groups of bits.
   *
   * @return a builder that needs at least a time, a sequence and an epoch
   */
  static LayoutBuilder builder() {
    return new LayoutBuilder(false);
  }

  /**
   * Creates a builder for a layout whose fields are groups of decimal digits.
   *
   * @return a builder that needs at least a time, a sequence and an epoch
   */
  static LayoutBuilder decimalBuilder() {
    return new LayoutBuilder(true);
  }

  /**
   * Returns the epoch: when tick 0 began.
   *
   * @return the start of the first tick
   */
  Instant epoch();

  /**
   * Returns the length of a tick.
   *
   * @return a whole number of milliseconds, at least one
   */
  Duration tick();

  /**
   * Returns the highest tick that ids can carry.
   *
   * @return a number of ticks since the epoch
   */
  long lastTick();

  /**
   * Returns when the layout ends.
   *
   * @return the last millisecond of the last tick
   */
  Instant lastInstant();

  /**
   * Returns how many rollback numbers a worker has.
   *
   * @return 1, 2 or 4
   */
  int rollbacks();

  /**
   * Returns how many timelines each rollback number has.
   *
   * @return 1, 2 or 4
   */
  int timelines();

  /**
   * Returns how many workers can issue ids at once.
   *
   * @return the number of workers, at least 1; workers are numbered from 0
   */
  int workers();

  /**
   * Returns how many ids one lane can issue on one tick.
   *
   * @return the number of sequence numbers, at least 2
   */
  int sequences();

  /**
   * Returns how many values the tail, the last field, has.
   *
   * @return the number of tails, 1 for a layout without that field
   */
  int tails();

  /**
   * Returns how many ids a worker can issue on each tick at least, wherever the sequence starts. On
   * the first timeline it starts in its lower half. On the timelines that a burst overflows to, it
   * starts near 0, so that this number holds. A burst that uses up the tick continues on later
   * ticks.
   *
   * @return a number of ids, at least 1
   */
  long minIdsPerTick();

  /**
   * Returns a short name that two layouts share only if they are equal. Store it with the ids, and
   * compare it before more ids are issued.
   *
   * @return the first 16 hexadecimal digits, in lower case, of the SHA-256 of the {@linkplain
   *     Object#toString() text form} in UTF-8; the same in every process and release
   */
  String fingerprint();

  /**
   * Builds an id from its fields.
   *
   * <p>Each field adds to the id in proportion to its value: with constant weights, none of them
   * negative, {@code encode(t, r, l, w, s, x) = t*T + r*R + l*L + w*W + s*S + x*X}.
   *
   * @param tick in ticks since the epoch, from 0 to {@link #lastTick()}
   * @param rollback from 0 to {@link #rollbacks()} - 1
   * @param timeline from 0 to {@link #timelines()} - 1
   * @param worker from 0 to {@link #workers()} - 1
   * @param sequence from 0 to {@link #sequences()} - 1
   * @param tail from 0 to {@link #tails()} - 1
   * @return the id, at least 0
   * @throws IllegalArgumentException if a field is out of its range
   */
  long encode(long tick, int rollback, int timeline, int worker, int sequence, int tail);

  /**
   * Splits an id into its fields.
   *
   * @param id an id of this layout
   * @return its fields
   * @throws IllegalArgumentException if the number cannot be an id of this layout
   */
  IdParts decode(long id);

  /**
   * Returns the smallest id that the tick of an instant can have, for range queries on a primary
   * key: {@code where id >= minId(from) and id < minId(to)}.
   *
   * @param time an instant from {@link #epoch()} to {@link #lastInstant()}
   * @return the smallest id of its tick, whoever issues it
   * @throws IllegalArgumentException if the layout cannot hold the instant
   */
  long minId(Instant time);

  /**
   * Returns the largest id that the tick of an instant can have.
   *
   * @param time an instant from {@link #epoch()} to {@link #lastInstant()}
   * @return the largest id of its tick, whoever issues it
   * @throws IllegalArgumentException if the layout cannot hold the instant
   */
  long maxId(Instant time);
}
