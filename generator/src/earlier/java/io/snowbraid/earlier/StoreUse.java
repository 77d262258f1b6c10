package io.snowbraid.earlier;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.job.PastIds;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentIds;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Uses a store as applications do; and shows later that nothing is issued again. */
public record StoreUse(WorkerSource workers, SegmentSource segments) {

  private static final Layout LAYOUT = Layout.DEFAULT;
  private static final int LANES = LAYOUT.rollbacks() * LAYOUT.timelines();
  private static final String OWNER = "earlier";
  private static final Instant PAST = Instant.parse("2025-06-01T12:00:00Z");
  private static final int SOME = 20;

  /** Issues ids and numbers of all kinds, and leaves each kind of record behind. */
  public Issued use() {
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

  /** Issues numbers of all kinds again, and compares them with those that were issued before. */
  public void goOnAfter(Issued issued) {
    Instant then = LAYOUT.decode(issued.of("id").get(0)).time();
    goOnAfter(issued, InstantSource.fixed(then)); // as if it were still then
    assertThat(goOnAfter(issued, InstantSource.system()))
        .allMatch(id -> id > issued.last("id"), "is later");
    goOnForThePast(issued);
    goOnWithTags(issued);
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
}
