package io.snowbraid.lane;

import java.util.Arrays;

/** Creates unused lanes on which everything is granted. */
final class GrantedLanes {

  private GrantedLanes() {}

  static LaneTable of(int count, int timelines) {
    long[] ticks = new long[count];
    Arrays.fill(ticks, -1);
    LaneTable lanes = new LaneTable(count, timelines, ticks);
    Arrays.fill(ticks, Long.MAX_VALUE);
    lanes.grant(ticks);
    return lanes;
  }
}
