package io.snowbraid.segment;

import io.snowbraid.IdGenerator;
import io.snowbraid.error.IdsUnavailableException;

/** A simple generator that gives numbers back before it stops to issue them. */
final class BrokenSegments implements IdGenerator {

  private static final int COUNT = 50;

  private final SegmentSource source;
  private Segment segment;
  private long used;

  BrokenSegments(SegmentSource source) {
    this.source = source;
  }

  @Override
  public long nextId() {
    try {
      if (segment == null || used == segment.count()) {
        Segment drawn = source.draw(SegmentSimulation.TAG, COUNT);
        if (segment == null || drawn.first() > segment.first()) {
          segment = drawn;
          used = 0;
        }
      }
    } catch (SegmentSourceException e) {
      throw new IdsUnavailableException("the store fails", e);
    }
    return segment.number(used++);
  }

  @Override
  public void nextIds(long[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = nextId();
    }
  }

  /** Gives the rest back; a call that is in flight takes a number of it meanwhile. */
  void close() {
    if (segment != null && used < segment.count()) {
      try {
        source.returnUnused(SegmentSimulation.TAG, segment.after(used));
      } catch (SegmentSourceException e) {
        segment = null;
      }
    }
  }
}
