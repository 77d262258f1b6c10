package io.snowbraid.segment;

class MemorySegmentSourceTest extends SegmentSourceContract {

  private final SegmentSource source = new MemorySegmentSource();

  @Override
  protected SegmentSource source() {
    return source;
  }
}
