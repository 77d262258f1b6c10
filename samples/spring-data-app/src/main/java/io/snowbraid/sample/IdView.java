package io.snowbraid.sample;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.IdText;
import io.snowbraid.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A decoded id, for a page.
 *
 * @param decimal its decimal form
 * @param hex its hexadecimal form
 * @param text its text form
 * @param time when it was issued
 * @param shortTime the same, to the second
 * @param lane its rollback number and timeline
 * @param laneNumber the same as a number
 * @param shard its shard among 1024
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
   * A field of the id.
   *
   * @param name its name in the layout
   * @param bits its bits as binary digits
   * @param value the value of the bits
   * @param meaning what the value means
   */
  record Field(String name, String bits, long value, String meaning) {}

  /**
   * Fields that are shown as one part.
   *
   * @param name the name of the part
   * @param label the name and the values
   */
  record Part(String name, String label, List<Field> fields) {}

  /** Returns the fields, with those of the lane combined into one part. */
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
   * Decodes an id.
   *
   * @throws IllegalArgumentException if it is not an id of the layout
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

  /** Returns the number of bits for a number of values, which is a power of two. */
  private static int width(long values) {
    return Long.numberOfTrailingZeros(values);
  }

  /** Splits the id into fields, from the highest bit to the lowest. */
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
