package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.SlotRoute.Kind;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what servers say while what they have read is out of date. */
class OldReadsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int HALF = KeySlot.COUNT / 2;

  /** A store whose reads of single slots can be answered late. */
  private static final class LateStore extends MemoryKeyedStore {

    private final CountDownLatch wasRead = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private volatile boolean isLate;

    @Override
    public List<SlotRecord> slots(Collection<Integer> wanted) {
      List<SlotRecord> rows = super.slots(wanted);
      if (isLate) {
        wasRead.countDown();
        await(mayAnswer);
      }
      return rows;
    }
  }

  private final LateStore store = new LateStore();
  private final KeyedNode holder = open("127.0.0.1:1");
  private final KeyedNode reader = open("127.0.0.1:2");

  private KeyedNode open(String address) {
    return KeyedNode.open(store, address, KeyedSettings.DEFAULT);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - begin).isLessThan(PATIENCE.toNanos());
      LockSupport.parkNanos(1_000_000);
    }
  }

  @AfterEach
  void end() {
    store.mayAnswer.countDown();
    reader.close();
    holder.close();
  }

  /**
   * Waits until both have their share; returns a slot of the holder. The rows are read at one
   * moment. As soon as each server has its half of them nothing moves any more, so what is waited
   * for afterwards stays true.
   */
  private int awaitBalance() {
    String id = holder.status().id();
    await(() -> slotsOf(id).size() == HALF && slotsOf(SlotRecord.NOBODY).isEmpty());
    await(() -> holder.status().slots() == HALF);
    await(() -> reader.status().slots() == HALF);
    int slot = slotsOf(id).get(0);
    await(() -> holder.route(slot, System.nanoTime()).kind() == Kind.HERE);
    return slot;
  }

  private List<Integer> slotsOf(String id) {
    return store.slots().stream()
        .filter(row -> row.holder().equals(id))
        .map(SlotRecord::slot)
        .toList();
  }

  private SlotRecord row(int slot) {
    return store.slots().get(slot);
  }

  /** The rows of all slots are read again, and then the answer of an earlier read arrives. */
  @Test
  void readThatWasOvertakenByAnotherIsNoDamage() {
    int slot = awaitBalance();
    await(() -> reader.route(slot, System.nanoTime()).kind() == Kind.MOVING);
    store.isLate = true;
    CountDownLatch learned = new CountDownLatch(1);
    reader.await(slot, learned::countDown);
    await(store.wasRead);
    store.isLate = false;
    long version = row(slot).version();
    holder.take(slot, 1, KeyedSettings.DEFAULT.maxCount(), System.nanoTime());
    holder.await(slot, () -> {});
    await(() -> row(slot).version() > version);
    long before = System.nanoTime();
    try (KeyedNode third = open("127.0.0.1:3")) {
      await(() -> reader.members().size() == 3 && third.status().slots() > 0);
      await(() -> reader.route(slot, before).kind() != Kind.MOVING);
      store.mayAnswer.countDown();
      await(learned);
      assertThat(reader.status().slotsDamaged()).isZero();
    }
  }

  /** The rows of slots are created when the first server joins. */
  @Test
  void rowsThatAreNotCreatedYetAreNotDamaged() {
    CountDownLatch mayJoin = new CountDownLatch(1);
    AtomicBoolean wasReadEarly = new AtomicBoolean();
    MemoryKeyedStore fresh =
        new MemoryKeyedStore() {
          @Override
          public void createSlots() {
            OldReadsTest.await(mayJoin);
            super.createSlots();
          }

          @Override
          public List<SlotRecord> slots(Collection<Integer> wanted) {
            wasReadEarly.compareAndSet(false, mayJoin.getCount() > 0);
            return super.slots(wanted);
          }
        };
    try (KeyedNode first = KeyedNode.open(fresh, "127.0.0.1:4", KeyedSettings.DEFAULT)) {
      long arrived = System.nanoTime();
      first.await(0, () -> {});
      assertThat(first.route(0, arrived).kind()).isEqualTo(Kind.MOVING);
      mayJoin.countDown();
      await(() -> first.route(0, arrived).kind() == Kind.HERE);
      assertThat(wasReadEarly).isFalse();
    }
  }

  /** Otherwise a client would be sent to and fro, and it gives up after a few redirections. */
  @Test
  void serverThatReceivedASlotDoesNotSendClientsBack() {
    int slot = awaitBalance();
    CountDownLatch learned = new CountDownLatch(1);
    reader.await(slot, learned::countDown);
    await(learned);
    long before = System.nanoTime();
    holder.leave();
    await(() -> holder.route(slot, before).kind() == Kind.ELSEWHERE);
    SlotRoute next = reader.route(slot, System.nanoTime());
    assertThat(holder.route(slot, before).text()).isEqualTo("127.0.0.1:2");
    assertThat(next.kind()).as("route=%s", next).isNotEqualTo(Kind.ELSEWHERE);
  }
}
