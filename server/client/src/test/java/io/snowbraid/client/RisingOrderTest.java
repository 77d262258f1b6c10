package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests which ids are discarded. */
class RisingOrderTest {

  private static long[] ids(long... ids) {
    return ids;
  }

  @Test
  void idsThatAreNotAboveTheLastAreDiscarded() {
    RisingOrder order = new RisingOrder(false, 100);
    assertThat(order.accept(ids(0, 5, 10), 0)).containsExactly(0, 5, 10);
    assertThat(order.accept(ids(9, 10, 11, 12), 1)).containsExactly(11, 12);
    assertThat(order.accept(ids(11, 12), 2)).isEmpty();
    assertThat(order.accept(ids(13), 3)).containsExactly(13);
  }

  @Test
  void lowerIdsAreAcceptedAfterTheTime() {
    RisingOrder order = new RisingOrder(false, 100);
    assertThat(order.accept(ids(50, 60), 0)).containsExactly(50, 60);
    assertThat(order.accept(ids(1, 2), 1_000)).isEmpty();
    assertThat(order.accept(ids(3, 4), 1_099)).isEmpty();
    assertThat(order.accept(ids(5, 6), 1_100)).containsExactly(5, 6);
    assertThat(order.accept(ids(6, 7), 1_101)).containsExactly(7);
  }

  @Test
  void timeBeginsAnewAfterARest() {
    RisingOrder order = new RisingOrder(false, 100);
    assertThat(order.accept(ids(50), 0)).containsExactly(50);
    assertThat(order.accept(ids(1), 10)).isEmpty();
    assertThat(order.isTrying()).isTrue();
    order.rest();
    assertThat(order.isTrying()).isFalse();
    assertThat(order.accept(ids(2), 10_000)).isEmpty();
    assertThat(order.accept(ids(3), 10_100)).containsExactly(3);
  }

  @Test
  void numbersOfATagNeverFall() {
    RisingOrder order = new RisingOrder(true, 100);
    assertThat(order.accept(ids(50, 60), 0)).containsExactly(50, 60);
    assertThat(order.accept(ids(1, 2), 1_000)).isEmpty();
    assertThat(order.isTrying()).isTrue();
    assertThat(order.accept(ids(3, 4), 9_000)).isEmpty();
    assertThat(order.isTrying()).isFalse();
    assertThat(order.last()).isEqualTo(60);
    assertThat(order.accept(ids(60, 61), 9_001)).containsExactly(61);
  }

  @Test
  void idsOfABlockThatWasAcceptedAreNeverAcceptedAgain() {
    RisingOrder order = new RisingOrder(false, 0);
    assertThat(order.accept(ids(10, 20), 0)).containsExactly(10, 20);
    assertThat(order.accept(ids(30, 40), 1)).containsExactly(30, 40);
    assertThat(order.accept(ids(5, 10, 15, 25, 30), 2)).containsExactly(5, 25);
    assertThat(order.accept(ids(26, 35, 41), 3)).containsExactly(26, 41);
    assertThat(order.accept(ids(10, 30), 4)).isEmpty();
  }

  @Test
  void oldBlocksAreForgotten() {
    RisingOrder order = new RisingOrder(false, 0);
    for (int i = 1; i <= 1_024; i++) {
      assertThat(order.accept(ids(i), i)).containsExactly(i);
    }
    assertThat(order.accept(ids(1), 2_000)).isEmpty();
    assertThat(order.accept(ids(2_000), 2_001)).containsExactly(2_000);
    assertThat(order.accept(ids(1, 2), 2_002)).containsExactly(1);
  }

  @Test
  void timeBeginsAnewAfterABlockThatWasAccepted() {
    RisingOrder order = new RisingOrder(false, 100);
    assertThat(order.accept(ids(10), 0)).containsExactly(10);
    assertThat(order.accept(ids(1), 10)).isEmpty();
    assertThat(order.accept(ids(11), 50)).containsExactly(11);
    assertThat(order.accept(ids(2), 200)).isEmpty();
    assertThat(order.accept(ids(3), 299)).isEmpty();
    assertThat(order.accept(ids(4), 300)).containsExactly(4);
  }

  @Test
  void withoutTimeNothingIsDiscardedButWhatWouldFollowIsMixed() {
    RisingOrder order = new RisingOrder(false, 0);
    assertThat(order.accept(ids(10), 0)).containsExactly(10);
    assertThat(order.accept(ids(1, 2), 1)).containsExactly(1, 2);
  }
}
