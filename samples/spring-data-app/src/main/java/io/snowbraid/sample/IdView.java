package io.snowbraid.sample;

import io.snowbraid.IdParts;
import io.snowbraid.IdText;
import io.snowbraid.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An id taken apart, for a page.
 *
 * @param decimal its decimal form
 * @param hex its hexadecimal form
 * @param text its text form
 * @param time when it was issued
 * @param shortTime the same, to the second
 * @param lane its rollback number and timeline
 * @param laneNumber the same as a number
 * @param shard where it lives among 1024 shards
 * @param fields its fields, from the highest bit to the lowest
 */
record IdView(
    String decimal,
    String hex,
    String text,
    String time,
    String shortTime,
    String lane,
    int laneNumber,
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
   * Fields that are read as one.
   *
   * @param name what they are
   * @param label the same with their values
   */
  record Part(String name, String label, List<Field> fields) {}

  /** The fields, with those of the lane in one. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("sign", "sign", fields.subList(0, 1)));
    parts.add(new Part("time", "time " + shortTime, fields.subList(1, 2)));
    parts.add(new Part("lane", "lane: " + laneValues(), fields.subList(2, 4)));
    fields.subList(4, fields.size()).stream()
        .map(field -> new Part(field.name, field.name + " " + field.value, List.of(field)))
        .forEach(parts::add);
    return parts;
  }

  private String laneValues() {
    return fields.subList(2, 4).stream()
        .map(field -> field.name + " " + field.value)
        .collect(Collectors.joining(", "));
  }

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
        Formats.time(parts.time()),
        Formats.lane(parts.rollback(), parts.timeline()),
        parts.rollback() * layout.timelines() + parts.timeline(),
        id % IdMonitor.SHARDS,
        fields(id, layout));
  }

  private static List<Field> fields(long id, Layout layout) {
    Bits bits = new Bits(id);
    bits.take("sign", 1, "ids are never negative");
    bits.take(
        "time",
        width(layout.lastTick() + 1),
        "ticks of " + layout.tick().toMillis() + " ms since " + Formats.time(layout.epoch()));
    bits.take(
        "rollback",
        width(layout.rollbacks()),
        "changes when all timelines are ahead of a clock that stepped back");
    bits.take(
        "timeline", width(layout.timelines()), "a spare counter: each passes a tick only once");
    bits.take(
        "worker",
        width(layout.workers()),
        "the generator that issued it; no two share it at a time");
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
