package io.snowbraid.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests how blocks follow each other and end. */
class BlockBufferTest {

  private final BlockBuffer hand = buffer();

  private static BlockBuffer buffer() {
    return new BlockBuffer(Long.MAX_VALUE, ClientThreads.named("test"), () -> 0);
  }

  private static Block block(int count, long drawnAt) {
    return new Block(new long[count], drawnAt);
  }

  private void makeCurrent(Block block) {
    hand.add(block, 0);
    assertThat(hand.leave(hand.current())).isTrue();
    assertThat(hand.current()).isSameAs(block);
  }

  @Test
  void blockIsLeftOnceForAnother() {
    Block first = block(4, 0);
    Block second = block(4, 0);
    makeCurrent(first);
    assertThat(hand.leave(first)).isFalse();
    hand.add(second, 0);
    assertThat(hand.leave(first)).isTrue();
    assertThat(hand.leave(first)).isTrue();
    assertThat(hand.current()).isSameAs(second);
  }

  @Test
  void halfABlockIsLow() {
    assertThat(hand.isLow()).isTrue();
    Block block = block(4, 0);
    makeCurrent(block);
    assertThat(block.fill(new long[1], 0)).isEqualTo(1);
    assertThat(hand.isLow()).isFalse();
    assertThat(block.takeAlarm()).isFalse();
    assertThat(block.fill(new long[2], 0)).isEqualTo(2);
    assertThat(hand.isLow()).isTrue();
    assertThat(block.takeAlarm()).isTrue();
    assertThat(block.takeAlarm()).isFalse();
    hand.add(block(4, 0), 0);
    assertThat(hand.isLow()).isFalse();
    assertThat(hand.issued()).isEqualTo(3);
  }

  @Test
  void oldBlocksAreDiscarded() {
    Block old = block(4, 0);
    Block fresh = block(4, 50);
    makeCurrent(old);
    hand.add(fresh, 0);
    assertThat(hand.expire(99, 100)).isEqualTo(1);
    assertThat(old.fill(new long[1], 0)).isEqualTo(1);
    assertThat(hand.expire(100, 100)).isEqualTo(50);
    assertThat(old.fill(new long[1], 0)).isZero();
    assertThat(hand.current()).isSameAs(fresh);
    assertThat(hand.issued()).isEqualTo(1);
    assertThat(hand.expire(150, 100)).isNegative();
    assertThat(hand.current().contains(fresh.next())).isFalse();
  }

  @Test
  void emptyBlocksOfClientsAreNotTheSame() {
    assertThat(hand.current()).isNotSameAs(buffer().current());
  }

  @Test
  void blocksOfBeforeAClearingAreDiscarded() {
    Block block = block(4, 0);
    makeCurrent(block);
    hand.add(block(4, 0), 0);
    hand.clear();
    assertThat(hand.clearings()).isEqualTo(1);
    assertThat(block.contains(block.next())).isFalse();
    assertThat(hand.issued()).isZero();
    hand.add(block(4, 0), 0);
    assertThat(hand.leave(block)).isFalse();
    hand.add(block(4, 0), 1);
    assertThat(hand.leave(block)).isTrue();
  }

  @Test
  void nothingIsTakenAfterTheEnd() {
    Block block = block(4, 0);
    makeCurrent(block);
    assertThat(hand.close()).isTrue();
    assertThat(hand.close()).isFalse();
    hand.add(block(4, 0), 0);
    assertThat(hand.leave(block)).isFalse();
    assertThat(block.contains(block.next())).isFalse();
    assertThat(hand.isLow()).isFalse();
  }
}
