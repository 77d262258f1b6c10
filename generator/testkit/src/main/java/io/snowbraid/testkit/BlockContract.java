package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the block rules of every source that reserves workers: no two claims share a tick, and a
 * name refers to the first block recorded for it.
 */
public abstract class BlockContract extends LaneClaimContract {

  private static final String NAME = "orders '\"\\%_;\u00e9\u6f22\ud83d\ude00 2026-11-23";

  private LaneClaim claim(int workers, long ticks, long limit) {
    WorkerSource source = source();
    long now = request(workers, "job").tick();
    return source.claim(request(workers, "job"), LaneClaim.earliest(now, ticks, now + limit));
  }

  private NamedBlock block(String name, long size) {
    return new NamedBlock(
        name,
        request(4, "job").layout(),
        size,
        new LaneClaim(2, 3, 1_000, 1_000 + size),
        Instant.ofEpochMilli(1_700_000_000_123L));
  }

  @Test
  public void claimsOfTicksFollowOneAnotherOrHaveAnotherLane() {
    long now = request(4, "job").tick();
    LaneClaim first = claim(4, 5, 1_000);
    assertThat(first).isEqualTo(new LaneClaim(3, 0, now + 1, now + 5));
    assertThat(claim(4, 7, 1_000)).isEqualTo(new LaneClaim(3, 1, now + 1, now + 7));
    LaneClaim past = source().claim(request(4, "job"), LaneClaim::wholeLane);
    assertThat(past).isEqualTo(new LaneClaim(3, 2, 0, LaneClaim.ALL_TICKS));
    assertThat(claim(4, 1, 1_000)).isEqualTo(new LaneClaim(3, 3, now + 1, now + 1));
    assertThat(claim(4, 1, 1_000)).isEqualTo(new LaneClaim(3, 3, now + 2, now + 2));
    assertThat(claim(4, 2, 1_000)).isEqualTo(new LaneClaim(3, 3, now + 3, now + 4));
    assertThat(claim(4, 9, 9))
        .as("on a further worker")
        .isEqualTo(new LaneClaim(2, 0, now + 1, now + 9));
  }

  @Test
  public void ticksBeyondTheLimitAreNotClaimed() {
    assertThat(IntStream.range(0, 4).mapToObj(i -> claim(1, 10, 10)))
        .extracting(LaneClaim::lane)
        .containsExactly(0, 1, 2, 3);
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> claim(1, 1, 10))
        .withMessageStartingWith("no unused worker is left");
    assertThat(claim(1, 1, 11).lane()).isZero();
  }

  @Test
  public void claimsOfTicksByManyThreadsAreDisjointAndNoneOfAGenerator() throws Exception {
    List<Callable<Object>> calls = new ArrayList<>(List.of(() -> acquire(12)));
    for (int i = 0; i < 40; i++) {
      long ticks = 1L + i % 7;
      calls.add(() -> claim(12, ticks, 1_000));
    }
    List<Object> taken = Crowd.call(8, calls);
    WorkerLease lease = (WorkerLease) taken.remove(0);
    List<LaneClaim> claims = taken.stream().map(LaneClaim.class::cast).toList();
    assertThat(claims.stream().flatMap(BlockContract::ticks)).doesNotHaveDuplicates().hasSize(155);
    assertThat(claims).extracting(LaneClaim::worker).doesNotContain(lease.worker());
  }

  private static Stream<List<Long>> ticks(LaneClaim claim) {
    return LongStream.rangeClosed(claim.firstTick(), claim.lastTick())
        .mapToObj(tick -> List.of((long) claim.worker(), (long) claim.lane(), tick));
  }

  @Test
  public void lostReplyUsesTicksUpAtMost() throws Exception {
    LaneClaim first = claim(1, 5, 1_000);
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class).isThrownBy(() -> claim(1, 5, 1_000));
    LaneClaim second = claim(1, 5, 1_000);
    assertThat(ticks(first)).doesNotContainAnyElementsOf(ticks(second).toList());
  }

  @Test
  public void blockIsFoundAsItWasRecorded() {
    assertThat(source().blockNames().find(NAME)).isEmpty();
    assertThat(source().blockNames().list()).isEmpty();
    assertThat(claim(4, 5, 1_000).lane()).isZero();
    assertThat(source().blockNames().insert(block(NAME, 1L << 40))).isTrue();
    assertThat(source().blockNames().find(NAME)).contains(block(NAME, 1L << 40));
    assertThat(source().blockNames().find(NAME + "x")).isEmpty();
    assertThat(source().blockNames().find(NAME.toUpperCase(Locale.ROOT))).isEmpty();
    assertThat(otherNamespace().blockNames().find(NAME)).isEmpty();
  }

  @Test
  public void firstBlockOfANameRemains() {
    String longest = "n".repeat(127) + "\u6f22";
    assertThat(claim(4, 5, 1_000).lane()).isZero();
    assertThat(source().blockNames().insert(block(longest, 7))).isTrue();
    assertThat(source().blockNames().insert(block(longest, 8))).isFalse();
    assertThat(source().blockNames().insert(block("m" + longest.substring(1), 9))).isTrue();
    assertThat(source().blockNames().find(longest)).contains(block(longest, 7));
  }

  @Test
  public void oneOfManyInsertsOfANameSucceeds() throws Exception {
    assertThat(claim(4, 5, 1_000).lane()).isZero();
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      NamedBlock block = block("name " + i % 3, 1 + i);
      calls.add(() -> source().blockNames().insert(block));
    }
    assertThat(Crowd.call(8, calls)).filteredOn(isFirst -> isFirst).hasSize(3);
  }

  @Test
  public void namesAreListedAndForgotten() {
    LaneClaim claim = claim(4, 5, 1_000);
    for (String name : List.of("b", "a", "c")) {
      assertThat(source().blockNames().insert(block(name, 7))).isTrue();
    }
    assertThat(source().blockNames().list())
        .containsExactly(block("a", 7), block("b", 7), block("c", 7));
    assertThat(source().blockNames().forget("b")).isTrue();
    assertThat(source().blockNames().forget("b")).isFalse();
    assertThat(source().blockNames().forget("d")).isFalse();
    assertThat(source().blockNames().find("b")).isEmpty();
    assertThat(source().blockNames().list()).extracting(NamedBlock::name).containsExactly("a", "c");
    assertThat(source().blockNames().insert(block("b", 8))).isTrue();
    assertThat(source().blockNames().find("b")).contains(block("b", 8));
    assertThat(otherNamespace().blockNames().list()).isEmpty();
    assertThat(ticks(claim)).doesNotContainAnyElementsOf(ticks(claim(4, 5, 1_000)).toList());
  }

  @Test
  public void namesDoNotHinderWorkers() {
    WorkerLease lease = acquire(4);
    assertThat(source().blockNames().insert(block(NAME, 7))).isTrue();
    assertThat(acquire(4).worker()).isNotEqualTo(lease.worker());
    assertThat(lease.extend(ticks(1, 2, 3, 4))).isTrue();
  }

  @Test
  public void lostReplyOfAnInsertLeavesTheBlockOrNone() throws Exception {
    assertThat(claim(4, 5, 1_000).lane()).isZero();
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().blockNames().insert(block(NAME, 7)));
    boolean isThere = source().blockNames().find(NAME).isPresent();
    assertThat(source().blockNames().insert(block(NAME, 7))).isEqualTo(!isThere);
  }

  @Test
  public void namesOfABrokenStoreFail() throws Exception {
    assertThat(claim(4, 5, 1_000).lane()).isZero();
    assertThat(source().blockNames().insert(block(NAME, 7))).isTrue();
    assumeThat(setBroken(true)).isTrue();
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().blockNames().find(NAME));
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().blockNames().list());
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> source().blockNames().forget(NAME));
    setBroken(false);
    assertThat(source().blockNames().find(NAME)).contains(block(NAME, 7));
  }
}
