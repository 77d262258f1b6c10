package io.snowbraid.segment;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;

/** Keeps tags in memory, and creates unknown ones. */
final class MemorySegmentSource implements SegmentSource {

  private record Entry(long bound, long version) {

    static final Entry NEW = new Entry(1, 0);

    Entry at(long newBound) {
      return new Entry(newBound, version + 1);
    }
  }

  private final ConcurrentSkipListMap<String, Entry> records = new ConcurrentSkipListMap<>();

  @Override
  public Segment draw(String tag, long count) {
    Tags.require(tag);
    Tags.requireCount(tag, count);
    Entry after = records.compute(tag, (any, found) -> drawn(tag, found, count));
    return Segment.of(after.bound() - count, count, after.version());
  }

  private static Entry drawn(String tag, Entry found, long count) {
    Entry before = found == null ? Entry.NEW : found;
    if (count > Long.MAX_VALUE - before.bound()) {
      throw Tags.exhausted(tag, before.bound(), count);
    }
    return before.at(before.bound() + count);
  }

  @Override
  public boolean returnUnused(String tag, Segment rest) {
    Entry before = new Entry(rest.bound(), rest.version());
    return records.replace(tag, before, before.at(rest.first()));
  }

  @Override
  public boolean advance(String tag, long bound) {
    Entry before = records.get(tag);
    while (before != null && before.bound() < bound) {
      if (records.replace(tag, before, before.at(bound))) {
        return true;
      }
      before = records.get(tag);
    }
    if (before == null) {
      throw Tags.unknown(tag, this);
    }
    return false;
  }

  @Override
  public OptionalLong peek(String tag) {
    Entry found = records.get(tag);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.bound());
  }

  @Override
  public List<String> tags() {
    return List.copyOf(records.keySet());
  }

  @Override
  public boolean create(String tag, long bound) {
    Tags.require(tag);
    Tags.requireBound(tag, bound);
    return records.putIfAbsent(tag, new Entry(bound, 0)) == null;
  }

  @Override
  public String toString() {
    return "segments in memory";
  }
}
