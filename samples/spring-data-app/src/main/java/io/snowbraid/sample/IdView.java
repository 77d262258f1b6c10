package io.snowbraid.sample;

import io.snowbraid.IdParts;
import io.snowbraid.IdText;
import io.snowbraid.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * An id taken apart, for a page.
 *
 * @param decimal its decimal form
 * @param hex its hexadecimal form
 * @param text its text form
 * @param time when it was issued
 * @param lane what it was issued upon
 * @param shard where it lives among 1024 shards
 * @param fields its fields, from the highest bit to the lowest
 */
record IdView(
    String decimal,
    String hex,
    String text,
    String time,
    String lane,
    long shard,
    List<Field> fields) {

  /**
   * A run of bits.
   *
   * @param name its name in the layout
   * @param bits one digit for each bit
   * @param value the number that the bits are
   * @param meaning what that says
   */
  record Field(String name, String bits, long value, String meaning) {}

  /**
   * Takes an id apart.
   *
   * @throws IllegalArgumentException if it is no id of the layout
   */
  static IdView of(long id, Layout layout) {
    IdParts parts = layout.decode(id);
    return new IdView(
        Long.toString(id),
        "0x%016X".formatted(id),
        IdText.format(id),
        parts.time().toString(),
        Texts.lane(parts.rollback(), parts.timeline()),
        id % IdMonitor.SHARDS,
        fields(id, layout));
  }

  private static List<Field> fields(long id, Layout layout) {
    Bits bits = new Bits(id);
    bits.take("sign", 1, "ids are never negative");
    bits.take(
        "time",
        width(layout.lastTick() + 1),
        "ticks of " + layout.tick().toMillis() + " ms since " + Texts.time(layout.epoch()));
    bits.take(
        "rollback",
        width(layout.rollbacks()),
        "moves on when all timelines stand ahead of a clock that went back");
    bits.take(
        "timeline", width(layout.timelines()), "a course of time; each passes a tick only once");
    bits.take(
        "worker",
        width(layout.workers()),
        "the generator that issued it; no two live ones share it");
    bits.take(
        "sequence", width(layout.sequences()), "counts the ids of one tick, from a random start");
    return bits.fields;
  }

  /** How many bits hold so many values. */
  private static int width(long values) {
    return Long.numberOfTrailingZeros(values);
  }

  /** Cuts bits off from the highest down. */
  private static final class Bits {
    private final String digits;
    private final List<Field> fields = new ArrayList<>();
    private int from;

    Bits(long id) {
      String digits = Long.toBinaryString(id);
      this.digits = "0".repeat(Long.SIZE - digits.length()) + digits;
    }

    void take(String name, int width, String meaning) {
      String bits = digits.substring(from, from + width);
      fields.add(new Field(name, bits, Long.parseLong(bits, 2), meaning));
      from += width;
    }
  }
}
