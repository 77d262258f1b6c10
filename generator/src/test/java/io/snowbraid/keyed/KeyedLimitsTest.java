package io.snowbraid.keyed;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.testing.Limits;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests by the real clock how long a server waits for its store when it ends. */
class KeyedLimitsTest {

  private static final Duration LEASE = Duration.ofSeconds(2);

  /** A store whose writes can be disturbed. */
  private static final class FaultyStore extends MemoryKeyedStore {

    private volatile Runnable disturbance = () -> {};

    @Override
    public BitSet replace(List<SlotRecord.Change> changes) {
      disturbance.run();
      return super.replace(changes);
    }

    @Override
    public boolean replace(ServerRecord before, ServerRecord after) {
      disturbance.run();
      return super.replace(before, after);
    }
  }

  private final FaultyStore store = new FaultyStore();
  private final CountDownLatch hangs = new CountDownLatch(1);

  @AfterEach
  void release() {
    hangs.countDown();
  }

  private KeyedNode open(int port) {
    KeyedSettings settings = KeyedSettings.DEFAULT.withLease(LEASE, LEASE.dividedBy(5));
    return KeyedNode.open(store, "127.0.0.1:" + port, settings);
  }

  private KeyedNode serving() {
    KeyedNode node = open(1);
    awaitSlots(node, KeySlot.COUNT);
    return node;
  }

  private static void awaitSlots(KeyedNode node, int count) {
    Awaitility.await().atMost(ofMinutes(1)).until(() -> node.status().slots() == count);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the close of a server whose store is disturbed once it serves. */
  private Runnable closing(Runnable disturbance) {
    store.disturbance = () -> {};
    KeyedNode node = serving();
    store.disturbance = disturbance;
    return () -> {
      node.close();
      assertThat(node.status().leaseRemaining()).isZero();
    };
  }

  @Test
  void closingWhileTheStoreHangsTakesTwoLeases() {
    Duration limit = LEASE.multipliedBy(2);
    assertThat(Limits.assertEndsAt(limit, () -> closing(() -> await(hangs)))).isNull();
  }

  @Test
  void closingWhileTheStoreFailsTakesNoLonger() {
    Runnable failure =
        () -> {
          throw new KeyedStoreException("out of order");
        };
    assertThat(Limits.assertEndsWithin(LEASE.multipliedBy(2), () -> closing(failure))).isNull();
  }

  @Test
  void closingHandsAllSlotsOverHoweverSlowTheStoreIs() {
    KeyedNode ending = serving();
    try (KeyedNode staying = open(2)) {
      awaitSlots(staying, KeySlot.COUNT / 2);
      store.disturbance = () -> LockSupport.parkNanos(LEASE.toNanos() / 20);
      long given = ending.status().slotsGiven();
      ending.close();
      assertThat(ending.status().slotsGiven() - given).isEqualTo(KeySlot.COUNT / 2);
      store.disturbance = () -> {};
    }
  }
}
