package io.snowbraid.segment;

import io.snowbraid.testkit.SegmentSourceContract;

class MemorySegmentSourceTest extends SegmentSourceContract {

  private final SegmentSource source = new MemorySegmentSource();

  @Override
  protected SegmentSource source() {
    return source;
  }
}
