package io.snowbraid.earlier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.job.PastIds;
import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.internal.KeySlot;
import io.snowbraid.keyed.KeyedNode;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.ServerRecord;
import io.snowbraid.keyed.ServerRecord.State;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Uses a store as applications do; and shows later that nothing is issued again.
 *
 * @param keyed opens the store of numbers per key
 */
public record StoreUse(
    WorkerSource workers, SegmentSource segments, Supplier<KeyedStore> keyed) {

  private static final Layout LAYOUT = Layout.DEFAULT;
  private static final int LANES = LAYOUT.rollbacks() * LAYOUT.timelines();
  private static final String OWNER = "earlier";
  private static final Instant PAST = Instant.parse("2025-06-01T12:00:00Z");
  private static final int SOME = 20;

  /** A slot whose server ended without giving it back. */
  private static final int DEAD_SLOT = 7;

  private static final long DEAD_BOUND = 12_345;
  private static final String DEAD_SERVER = "d".repeat(40);
  private static final List<String> KEYS = List.of("invoices", "orders:berlin", "orders:rome");

  /** Issues numbers of all kinds, and leaves each kind of record behind. */
  public Issued use() throws Exception {
    Issued issued = issueIdsAndSegments();
    count(issued);
    leaveASlotHeld(issued);
    return issued;
  }

  /**
   * Does the same without servers of numbers per key, for stores on which they are slow, because
   * they write all slots.
   */
  public Issued useWithoutServers() {
    Issued issued = issueIdsAndSegments();
    leaveASlotHeld(issued);
    return issued;
  }

  private Issued issueIdsAndSegments() {
    Issued issued = new Issued();
    leaveAWorkerHeld(issued);
    issueOnTwoTimelines(issued);
    issueForThePast(issued);
    drawSegments(issued);
    return issued;
  }

  /** A worker that was released, with ids before and after a step back of the clock. */
  private void issueOnTwoTimelines(Issued issued) {
    Duration[] offset = {Duration.ZERO};
    InstantSource clock = () -> Instant.now().plus(offset[0]);
    try (Snowflake ids = Snowflake.builder().worker(workers).owner(OWNER).clock(clock).build()) {
      for (int i = 0; i < SOME; i++) {
        issued.add("id", ids.nextId());
      }
      offset[0] = Duration.ofHours(-1);
      for (int i = 0; i < SOME; i++) {
        issued.add("id", ids.nextId());
      }
    }
  }

  /** As if its process had been killed in the middle of its grant. */
  private void leaveAWorkerHeld(Issued issued) {
    long tick = Instant.now().toEpochMilli() - LAYOUT.epoch().toEpochMilli();
    WorkerLease lease =
        workers.acquire(
            new WorkerRequest(
                LAYOUT.toString(), LAYOUT.workers(), LANES, tick, Duration.ofMinutes(1), "killed"));
    long[] granted = new long[LANES];
    Arrays.fill(granted, -1);
    granted[0] = tick + 60_000;
    assertThat(lease.extend(granted)).isTrue();
    issued.add(
        "granted id", LAYOUT.encode(granted[0], 0, 0, lease.worker(), LAYOUT.sequences() - 1, 0));
  }

  private void issueForThePast(Issued issued) {
    PastIds past = PastIds.open(workers);
    for (int i = 0; i < SOME; i++) {
      issued.add("past id", past.idAt(PAST.plusSeconds(i)));
    }
  }

  private void drawSegments(Issued issued) {
    try (SegmentIds orders = SegmentIds.builder().source(segments).tag("orders").build()) {
      for (int i = 0; i < SOME; i++) {
        issued.add("tag orders", orders.nextId());
      }
    }
    issued.add("tag tickets", segments.draw("tickets", 1_000).first() + 999);
  }

  private void count(Issued issued) throws InterruptedException {
    try (KeyedStore store = keyed.get();
        KeyedNumbers node = node(store)) {
      for (String key : KEYS) {
        issued.add("key " + key, take(node, key, 3));
      }
    }
  }

  private static KeyedNumbers node(KeyedStore store) {
    return KeyedNode.open(store, "localhost:1", KeyedSettings.DEFAULT);
  }

  private void leaveASlotHeld(Issued issued) {
    try (KeyedStore store = keyed.get()) {
      store.createSlots();
      String stamp = "e".repeat(36);
      Duration lease = Duration.ofSeconds(12);
      ServerRecord dead =
          new ServerRecord(DEAD_SERVER, "localhost:2", lease, State.ENDED, 1, stamp);
      assertThat(store.add(dead)).isTrue();
      replace(store, slot(store).next(DEAD_BOUND, DEAD_SERVER));
    }
    issued.add("slot", DEAD_BOUND);
  }

  private static SlotRecord slot(KeyedStore store) {
    return store.slots(List.of(DEAD_SLOT)).get(0);
  }

  private static void replace(KeyedStore store, SlotRecord after) {
    SlotRecord.Change change = new SlotRecord.Change(slot(store), after);
    assertThat(store.replace(List.of(change)).get(DEAD_SLOT)).isTrue();
  }

  private static long take(KeyedNumbers node, String key, int count) throws InterruptedException {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return take(node, KeySlot.of(bytes, 0, bytes.length), key.hashCode() | 1, count);
  }

  private static long take(KeyedNumbers node, int slot, long hash, int count)
      throws InterruptedException {
    long last = node.take(slot, hash, count, System.nanoTime());
    while (last == KeyedNumbers.NOT_NOW) {
      CountDownLatch change = new CountDownLatch(1);
      node.await(slot, change::countDown);
      assertThat(change.await(1, TimeUnit.MINUTES)).as("slot is served").isTrue();
      last = node.take(slot, hash, count, System.nanoTime());
    }
    return last;
  }

  /** Issues numbers of all kinds again, and compares them with those that were issued before. */
  public void goOnAfter(Issued issued) throws Exception {
    Instant then = LAYOUT.decode(issued.of("id").get(0)).time();
    goOnAfter(issued, InstantSource.fixed(then)); // as if it were still then
    assertThat(goOnAfter(issued, InstantSource.system()))
        .allMatch(id -> id > issued.last("id"), "is later");
    goOnForThePast(issued);
    goOnWithTags(issued);
    if (issued.has("key " + KEYS.get(0))) {
      goOnWithKeys(issued);
    } else {
      goOnWithSlots(issued);
    }
  }

  /** Takes the two workers that were held before. */
  private List<Long> goOnAfter(Issued issued, InstantSource clock) {
    List<Long> fresh = new ArrayList<>();
    try (Snowflake one = Snowflake.builder().worker(workers).owner(OWNER).clock(clock).build();
        Snowflake two = Snowflake.builder().worker(workers).owner("killed").clock(clock).build()) {
      for (int i = 0; i < SOME; i++) {
        fresh.add(one.nextId());
        fresh.add(two.nextId());
      }
    }
    assertThat(fresh.stream().map(id -> LAYOUT.decode(id).worker()))
        .as("workers that issued ids before")
        .containsAll(workersOf(issued.of("id")))
        .containsAll(workersOf(issued.of("granted id")))
        .doesNotContainAnyElementsOf(workersOf(issued.of("past id")));
    for (long id : fresh) {
      requireLaterTick(id, issued.of("id"));
      requireLaterTick(id, issued.of("granted id"));
    }
    return fresh;
  }

  private static List<Integer> workersOf(List<Long> ids) {
    return ids.stream().map(id -> LAYOUT.decode(id).worker()).distinct().toList();
  }

  /** A lane enters a tick only once. */
  private static void requireLaterTick(long id, List<Long> before) {
    IdParts parts = LAYOUT.decode(id);
    assertThat(before.stream().map(LAYOUT::decode).filter(old -> lane(old).equals(lane(parts))))
        .as("ids of the same worker and lane before %s", parts)
        .allMatch(old -> old.time().isBefore(parts.time()));
  }

  private static List<Integer> lane(IdParts parts) {
    return List.of(parts.worker(), parts.rollback(), parts.timeline());
  }

  private void goOnForThePast(Issued issued) {
    long id = PastIds.open(workers).idAt(PAST);
    assertThat(issued.of("past id").stream().map(LAYOUT::decode).map(StoreUse::lane))
        .as("lanes that were claimed before")
        .doesNotContain(lane(LAYOUT.decode(id)));
  }

  private void goOnWithTags(Issued issued) {
    try (SegmentIds orders = SegmentIds.builder().source(segments).tag("orders").build()) {
      assertThat(orders.nextId()).isGreaterThan(issued.last("tag orders"));
    }
    assertThat(segments.draw("tickets", 1).first()).isGreaterThan(issued.last("tag tickets"));
    assertThat(segments.tags()).contains("orders", "tickets");
  }

  private void goOnWithKeys(Issued issued) throws InterruptedException {
    try (KeyedStore store = keyed.get();
        KeyedNumbers node = node(store)) {
      for (String key : KEYS) {
        assertThat(take(node, key, 1)).isGreaterThan(issued.last("key " + key));
      }
      assertThat(take(node, DEAD_SLOT, 1, 1)).isGreaterThan(issued.last("slot"));
    }
  }

  private void goOnWithSlots(Issued issued) {
    try (KeyedStore store = keyed.get()) {
      assertThat(store.servers())
          .extracting(ServerRecord::id, ServerRecord::state)
          .containsExactly(tuple(DEAD_SERVER, State.ENDED));
      assertThat(store.slots()).hasSize(KeySlot.COUNT);
      assertThat(slot(store))
          .isEqualTo(new SlotRecord(DEAD_SLOT, issued.last("slot"), DEAD_SERVER, 1));
      replace(store, slot(store).next(DEAD_BOUND + 1, SlotRecord.NOBODY));
    }
  }
}
