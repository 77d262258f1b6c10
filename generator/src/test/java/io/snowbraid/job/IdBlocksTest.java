package io.snowbraid.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.IdChecker;
import io.snowbraid.Snowflake;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.internal.TestClock;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.layout.Layouts;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdBlocksTest {

  static final List<Layout> LAYOUTS =
      List.of(
          Layouts.DEFAULT,
          Layouts.TWITTER,
          Layouts.UNIX_MILLIS,
          Layouts.REDIS_SHARDED,
          Layouts.BAIDU_UID,
          Layouts.DECIMAL,
          Layouts.JAVASCRIPT);

  private final WorkerSource source = new MemoryWorkerSource(InstantSource.system());
  private final TestClock clock = new TestClock();
  private final IdBlocks blocks = IdBlocks.open(source).withClock(clock);

  @Test
  void sameNameIsSameBlock() {
    IdBlock first = blocks.claim("orders", 5_000);
    clock.move(Duration.ofDays(1));
    IdBlock again = IdBlocks.open(source).claim("orders", 5_000);
    assertThat(again).hasToString(first.toString()).isNotSameAs(first);
    assertThat(again.claimedAt()).isEqualTo(TestClock.START);
    assertThat(again.layout()).isEqualTo(Layouts.DEFAULT);
    assertThat(blocks.claim("lines", 5_000).firstId()).isGreaterThan(first.lastId());
  }

  @Test
  void anotherSizeIsRefused() {
    blocks.claim("orders", 5_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> blocks.claim("orders", 5_001))
        .withMessage(
            "block orders already exists with size 5000, not 5001; claim that size, or choose"
                + " another name");
  }

  @Test
  void anotherLayoutIsRefused() {
    blocks.claim("orders", 5_000);
    IdBlocks others = IdBlocks.open(source, Layouts.TWITTER);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> others.claim("orders", 5_000))
        .withMessageContainingAll(
            "block orders already exists with layout ", Layouts.DEFAULT.toString());
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> others.claim("lines", 5_000));
  }

  @ParameterizedTest
  @FieldSource("LAYOUTS")
  void idsAreABijectionThatIncreases(Layout layout) {
    Instant now = layout.epoch().plus(Duration.ofDays(365));
    clock.set(now);
    IdBlocks others =
        IdBlocks.open(new MemoryWorkerSource(clock), layout)
            .withClock(clock)
            .withMaxReach(Duration.ofDays(36_500));
    long size = Math.min(3L * layout.sequences() + 7, 300_000);
    IdBlock block = others.claim("orders", size);
    long[] ids = LongStream.range(0, size).map(block::id).toArray();
    IdChecker.requireRising(ids);
    for (int n = 0; n < size; n += 1 + n % 97) {
      assertThat(block.indexOf(ids[n])).isEqualTo(n);
      IdParts parts = layout.decode(ids[n]);
      assertThat(parts.worker()).isEqualTo(layout.workers() - 1);
      assertThat(parts.sequence()).isEqualTo(n % layout.sequences());
      assertThat(parts.time()).isAfter(now);
    }
    assertThat(LongStream.of(ids[0] - 1, ids[ids.length - 1] + 1, -1, Long.MAX_VALUE))
        .allMatch(id -> block.indexOf(id) == -1);
    assertThat(block.indexOf(ids[0] + (layout.tails() > 1 ? 1 : block.tickStep() - 1)))
        .isEqualTo(-1);
    assertThat(block.firstId()).isEqualTo(ids[0]);
    assertThat(block.lastId()).isEqualTo(ids[ids.length - 1]);
  }

  @Test
  void idsAreUniformOverShards() {
    IdBlock block = blocks.claim("orders", 4_096);
    assertThat(LongStream.range(0, 4_096).map(block::id).map(id -> id % 1_024).distinct().count())
        .isEqualTo(1_024);
    IdBlock tailed =
        IdBlocks.open(new MemoryWorkerSource(clock), Layouts.UNIX_MILLIS).claim("a", 4_096);
    int tails = Layouts.UNIX_MILLIS.tails();
    assertThat(LongStream.range(0, 4_096).map(tailed::id).map(id -> id % tails).distinct().count())
        .isGreaterThan(tails / 2);
  }

  @Test
  void numbersOutsideTheBlockAreRefused() {
    IdBlock block = blocks.claim("orders", 10);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> block.id(10))
        .withMessage(
            "number of an id in block orders must be between 0 and 9, but is 10; claim a larger"
                + " block under another name");
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> block.id(-1));
  }

  @Test
  void stripesDivideTheBlock() {
    IdStripes stripes = blocks.claim("orders", 100_000).stripes(7);
    assertThat(stripes.count()).isEqualTo(7);
    assertThat(stripes.size()).isEqualTo(48 / 7 * 2_048);
    long[] ids =
        IntStream.range(0, 7)
            .boxed()
            .flatMapToLong(
                part -> LongStream.range(0, stripes.size()).map(n -> stripes.id(part, n)))
            .toArray();
    IdChecker.requireUnique(ids, 7 * 6 * 2_048);
    assertThat(LongStream.of(ids)).allMatch(id -> blocks.claim("orders", 100_000).indexOf(id) >= 0);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> stripes.id(7, 0))
        .withMessageStartingWith(
            "stripe must be between 0 and 6, and number between 0 and 12287, but they are 7 and 0"
                + " (block orders); claim a larger block under another name");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> stripes.id(0, stripes.size()));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> stripes.id(0, -1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> stripes.id(-1, 0));
  }

  @Test
  void oneStripeIsTheWholeBlock() {
    IdBlock block = blocks.claim("orders", 5_000);
    assertThat(block.stripes(1).size()).isEqualTo(5_000);
    assertThat(block.stripes(1).id(0, 4_999)).isEqualTo(block.lastId());
    assertThat(blocks.claim("few", 3).stripes(1).id(0, 2)).isPositive();
  }

  @Test
  void stripesTimesRowsAndATickForEachIsRoomEnough() {
    long size = 32 * (300_000L + 2_048);
    assertThat(blocks.claim("orders", size).stripes(32).size()).isGreaterThanOrEqualTo(300_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 49})
  void numberOfStripesIsLimited(int count) {
    IdBlock block = blocks.claim("orders", 100_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> block.stripes(count))
        .withMessageStartingWith("number of stripes must be between 1 and 48, but is " + count);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 7_372_800_001L, Long.MAX_VALUE})
  void sizeIsLimitedByMaxReach(long size) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> blocks.claim("orders", size))
        .withMessageContainingAll("maxReach=1 h", "but is " + size);
    assertThat(blocks.list()).isEmpty();
    assertThat(blocks.claim("orders", 7_372_800_000L).lastId())
        .isLessThanOrEqualTo(Layouts.DEFAULT.maxId(TestClock.START.plus(Duration.ofHours(1))));
  }

  @Test
  void blocksThatFillTheReachGetFurtherWorkersAndThenNone() {
    WorkerSource few = new MemoryWorkerSource(clock);
    Layout layout =
        Layout.parse("time=41,timeline=1,worker=1,sequence=4,epoch=2025-01-01T00:00:00Z");
    IdBlocks full = IdBlocks.open(few, layout).withMaxReach(Duration.ofMillis(10)).withClock(clock);
    long[] ids =
        IntStream.range(0, 4)
            .mapToObj(i -> full.claim("block " + i, 160))
            .flatMapToLong(block -> LongStream.range(0, 160).map(block::id))
            .toArray();
    IdChecker.requireUnique(ids, 640);
    assertThatExceptionOfType(NoWorkerAvailableException.class)
        .isThrownBy(() -> full.claim("one more", 1))
        .withMessageStartingWith(
            "earlier blocks reach too far into the future: this one would end at"
                + " 2026-01-01T00:00:00.011Z, beyond maxReach=10 ms")
        .withMessageEndingWith("; wait, or increase maxReach");
    clock.move(Duration.ofMillis(10));
    assertThat(full.claim("one more", 1).firstId()).isPositive();
  }

  @Test
  void blocksDoNotReachBeyondTheLayout() {
    clock.set(Layouts.DEFAULT.lastInstant().minusMillis(1));
    assertThat(blocks.claim("fits", 2_048).size()).isEqualTo(2_048);
    assertThatExceptionOfType(LayoutExhaustedException.class)
        .isThrownBy(() -> blocks.claim("orders", 2_049));
    clock.set(Instant.EPOCH);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> blocks.claim("orders", 1))
        .withMessageContaining(
            "time must be between 2025-01-01T00:00:00Z and 2094-09-07T15:47:35.551Z, but is"
                + " 1970-01-01T00:00:00Z");
  }

  @Test
  void forgottenNameGetsOtherIds() {
    IdBlock first = blocks.claim("orders", 5_000);
    blocks.claim("lines", 1);
    assertThat(blocks.list()).extracting(IdBlock::name).containsExactly("lines", "orders");
    assertThat(blocks.forget("orders")).isTrue();
    assertThat(blocks.forget("orders")).isFalse();
    IdBlock second = blocks.claim("orders", 9_000);
    assertThat(LongStream.range(0, 9_000).map(second::id)).noneMatch(id -> first.indexOf(id) >= 0);
  }

  @Test
  void clockThatStepsBackRepeatsNothing() {
    IdBlock first = blocks.claim("first", 50_000);
    clock.move(Duration.ofHours(-1));
    IdBlock second = blocks.claim("second", 50_000);
    assertThat(LongStream.range(0, 50_000).map(second::id)).noneMatch(id -> first.indexOf(id) >= 0);
  }

  @Test
  void generatorsAndIdsOfThePastHaveOtherIds() {
    IdBlock block = IdBlocks.open(source).claim("orders", 50_000);
    PastIds past = PastIds.open(source);
    assertThat(past.workerId()).isEqualTo(Layouts.DEFAULT.decode(block.firstId()).worker());
    try (Snowflake ids = Snowflake.builder().worker(source).build()) {
      LongStream others =
          LongStream.range(0, 50_000)
              .map(n -> n % 2 == 0 ? ids.nextId() : past.idAt(block.claimedAt()));
      assertThat(others).noneMatch(id -> block.indexOf(id) >= 0);
    }
  }

  @Test
  void sourceThatCannotReserveWorkersIsRefused() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> IdBlocks.open(WorkerSource.fixed(3)))
        .withMessageStartingWith(
            "source FixedWorker[worker=3] cannot reserve workers; use one that records workers,"
                + " such as a table or a directory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "a\u0000", "half \ud83d"})
  void nameIsChecked(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> blocks.claim(name, 1))
        .withMessageStartingWith(
            "block name must have between 1 and 128 characters and no control characters, but has"
                + " length ");
    assertThatIllegalArgumentException().isThrownBy(() -> blocks.forget(name));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> blocks.claim("n".repeat(129), 1))
        .withMessageContaining(
            "block name must have between 1 and 128 characters and no control characters, but has"
                + " length 129");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S"})
  void maxReachIsChecked(Duration maxReach) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> blocks.withMaxReach(maxReach))
        .withMessageMatching("maxReach must be positive, but is (0 ms|-1 s)");
  }

  @Test
  void claimThatALyingStoreReturnsIsRefused() {
    WorkerSource lying =
        new MemoryWorkerSource(clock) {
          @Override
          public LaneClaim claim(WorkerRequest request, LaneClaim.Choice choice) {
            return new LaneClaim(3, 0, 5, 5);
          }
        };
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(() -> IdBlocks.open(lying).claim("orders", 5_000))
        .withMessageStartingWith(
            "recorded ticks do not match the size of block NamedBlock[name=orders, ");
  }
}
