package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.earlier.Issued;
import io.snowbraid.keyed.ServerRecord.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Uses a store as servers do; and shows later that no number is issued again.
 *
 * @param stores opens the store
 */
record KeyedUse(Supplier<KeyedStore> stores) {

  /** A slot whose server ended without giving it back. */
  private static final int DEAD_SLOT = 7;

  private static final long DEAD_BOUND = 12_345;
  private static final String DEAD_SERVER = "d".repeat(40);
  private static final List<String> KEYS = List.of("invoices", "orders:berlin", "orders:rome");

  /** Issues numbers, and leaves each kind of record behind. */
  Issued use() throws InterruptedException {
    Issued issued = new Issued();
    try (KeyedStore store = stores.get();
        KeyedNumbers node = node(store)) {
      for (String key : KEYS) {
        issued.add("key " + key, take(node, key, 3));
      }
    }
    leaveASlotHeld(issued);
    return issued;
  }

  private static KeyedNumbers node(KeyedStore store) {
    return KeyedNode.open(store, "localhost:1", KeyedSettings.DEFAULT);
  }

  private void leaveASlotHeld(Issued issued) {
    try (KeyedStore store = stores.get()) {
      String stamp = "e".repeat(36);
      Duration lease = Duration.ofSeconds(12);
      assertThat(
              store.add(new ServerRecord(DEAD_SERVER, "localhost:2", lease, State.ENDED, 1, stamp)))
          .isTrue();
      SlotRecord free = store.slots(List.of(DEAD_SLOT)).get(0);
      SlotRecord held = free.next(DEAD_BOUND, DEAD_SERVER);
      assertThat(store.replace(List.of(new SlotRecord.Change(free, held))).get(DEAD_SLOT)).isTrue();
    }
    issued.add("slot", DEAD_BOUND);
  }

  private static long take(KeyedNumbers node, String key, int count) throws InterruptedException {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return take(node, KeySlot.of(bytes, 0, bytes.length), key.hashCode() | 1, count);
  }

  private static long take(KeyedNumbers node, int slot, long hash, int count)
      throws InterruptedException {
    long last = node.take(slot, hash, count, System.nanoTime());
    while (last == KeyedNumbers.UNAVAILABLE) {
      CountDownLatch change = new CountDownLatch(1);
      node.whenChanged(slot, change::countDown);
      assertThat(change.await(1, TimeUnit.MINUTES)).as("slot is served").isTrue();
      last = node.take(slot, hash, count, System.nanoTime());
    }
    return last;
  }

  /** Issues numbers again, and compares them with those that were issued before. */
  void goOnAfter(Issued issued) throws InterruptedException {
    try (KeyedStore store = stores.get();
        KeyedNumbers node = node(store)) {
      for (String key : KEYS) {
        assertThat(take(node, key, 1)).isGreaterThan(issued.last("key " + key));
      }
      assertThat(take(node, DEAD_SLOT, 1, 1)).isGreaterThan(issued.last("slot"));
    }
  }
}
