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
    RisingOrder order = new RisingOrder(100);
    assertThat(order.accept(ids(0, 5, 10), 0)).containsExactly(0, 5, 10);
    assertThat(order.accept(ids(9, 10, 11, 12), 1)).containsExactly(11, 12);
    assertThat(order.accept(ids(11, 12), 2)).isEmpty();
    assertThat(order.accept(ids(13), 3)).containsExactly(13);
  }

  @Test
  void lowerIdsAreAcceptedAfterTheTime() {
    RisingOrder order = new RisingOrder(100);
    assertThat(order.accept(ids(50, 60), 0)).containsExactly(50, 60);
    assertThat(order.accept(ids(1, 2), 1_000)).isEmpty();
    assertThat(order.accept(ids(3, 4), 1_099)).isEmpty();
    assertThat(order.accept(ids(5, 6), 1_100)).containsExactly(5, 6);
    assertThat(order.accept(ids(6, 7), 1_101)).containsExactly(7);
  }

  @Test
  void timeBeginsAnewAfterABlockThatWasAccepted() {
    RisingOrder order = new RisingOrder(100);
    assertThat(order.accept(ids(10), 0)).containsExactly(10);
    assertThat(order.accept(ids(1), 10)).isEmpty();
    assertThat(order.accept(ids(11), 50)).containsExactly(11);
    assertThat(order.accept(ids(2), 200)).isEmpty();
    assertThat(order.accept(ids(3), 299)).isEmpty();
    assertThat(order.accept(ids(4), 300)).containsExactly(4);
  }

  @Test
  void withoutTimeNothingIsDiscardedButWhatWouldFollowIsMixed() {
    RisingOrder order = new RisingOrder(0);
    assertThat(order.accept(ids(10), 0)).containsExactly(10);
    assertThat(order.accept(ids(1, 2), 1)).containsExactly(1, 2);
  }
}
