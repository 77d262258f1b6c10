package io.snowbraid.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PastTicksTest {

  private static final int SEQUENCES = 4;
  private static final long LAST = 100;

  private final PastTicks ticks = ticks(1_000);

  private static PastTicks ticks(int remembered) {
    return new PastTicks(LAST, SEQUENCES, remembered, bound -> bound - 1);
  }

  private static long place(PastTicks ticks, long asked) {
    long tick = ticks.withRoom(asked);
    ticks.take(tick);
    return tick;
  }

  private void fill(long tick) {
    for (int i = 0; i < SEQUENCES; i++) {
      assertThat(place(ticks, tick)).isEqualTo(tick);
    }
  }

  @Test
  void numbersGoRoundFromTheStart() {
    assertThat(IntStream.range(0, SEQUENCES).map(i -> ticks.take(7))).containsExactly(3, 0, 1, 2);
  }

  @Test
  void fullTickLeadsToTheNextOneWithRoom() {
    fill(10);
    assertThat(ticks.withRoom(10)).isEqualTo(11);
    fill(12);
    fill(11);
    assertThat(ticks.withRoom(10)).isEqualTo(13);
    assertThat(ticks.withRoom(12)).isEqualTo(13);
    assertThat(ticks.withRoom(9)).isEqualTo(9);
    assertThat(ticks.withRoom(13)).isEqualTo(13);
  }

  @Test
  void lastTicksLeadBack() {
    fill(LAST);
    fill(LAST - 1);
    assertThat(ticks.withRoom(LAST)).isEqualTo(LAST - 2);
  }

  @Test
  void noTickHasRoomIfAllAreFull() {
    for (long tick = 0; tick <= LAST; tick++) {
      fill(tick);
    }
    assertThat(ticks.withRoom(0)).isEqualTo(-1);
    assertThat(ticks.withRoom(LAST)).isEqualTo(-1);
    assertThat(ticks.isClosed(0)).isFalse();
  }

  @Test
  void lowestEntryIsForgottenAndAllUpToItIsClosed() {
    PastTicks two = ticks(2);
    for (long tick : new long[] {20, 10, 30}) {
      assertThat(place(two, tick)).isEqualTo(tick);
    }
    assertThat(two.closed()).isEqualTo(10);
    assertThat(two.withRoom(10)).isEqualTo(-1);
    assertThat(two.withRoom(5)).isEqualTo(-1);
    assertThat(two.withRoom(11)).isEqualTo(11);
  }

  @Test
  void runOfFullTicksIsForgottenAsAWhole() {
    PastTicks two = ticks(2);
    for (int i = 0; i < 3 * SEQUENCES; i++) {
      assertThat(place(two, 10)).isEqualTo(10 + i / SEQUENCES);
    }
    assertThat(place(two, 40)).isEqualTo(40);
    assertThat(two.withRoom(10)).isEqualTo(13);
    assertThat(place(two, 50)).isEqualTo(50);
    assertThat(two.closed()).isEqualTo(12);
    assertThat(two.withRoom(10)).isEqualTo(-1);
    assertThat(two.withRoom(13)).isEqualTo(13);
  }

  @Test
  void tickEarlierThanAllThatIsRememberedServesOnce() {
    PastTicks one = ticks(1);
    assertThat(place(one, 20)).isEqualTo(20);
    assertThat(place(one, 10)).isEqualTo(10);
    assertThat(one.withRoom(10)).isEqualTo(-1);
    assertThat(one.withRoom(20)).isEqualTo(20);
  }

  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void noNumberIsTakenTwice(long seed) {
    Random random = new Random(seed);
    PastTicks some = new PastTicks(LAST, SEQUENCES, 2 + random.nextInt(20), random::nextInt);
    Set<Long> taken = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      long tick = some.withRoom(Math.min(LAST, i / 3 + random.nextInt(5)));
      if (tick >= 0) {
        assertThat(some.isClosed(tick)).isFalse();
        assertThat(taken.add(tick * SEQUENCES + some.take(tick))).isTrue();
      }
    }
    assertThat(taken).hasSizeGreaterThan(30).allMatch(number -> number < (LAST + 1) * SEQUENCES);
  }

  @Test
  void sortedTimesNeedTwoEntriesAndGetSortedTicks() {
    PastTicks two = ticks(2);
    long before = 0;
    for (int i = 0; i < 200; i++) {
      long tick = place(two, i / 10);
      assertThat(tick).isGreaterThanOrEqualTo(before);
      before = tick;
    }
    assertThat(before).isEqualTo(49);
  }
}
