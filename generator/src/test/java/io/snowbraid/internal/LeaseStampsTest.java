package io.snowbraid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeaseStampsTest {

  /** The entropy of a system that was cloned: each clone reads the same bytes. */
  private static Supplier<byte[]> clonedEntropy() {
    Random random = new Random(7);
    return () -> {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      return bytes;
    };
  }

  private static long still() {
    return 0;
  }

  private static LongSupplier ticking(long start) {
    return new AtomicLong(start)::getAndIncrement;
  }

  /** Fails if one clone creates a stamp that the other creates or counts as its own. */
  private static void requireApart(LeaseStamps one, LeaseStamps other) {
    List<String> ones = Stream.generate(one::next).limit(100).toList();
    List<String> others = Stream.generate(other::next).limit(100).toList();
    assertThat(ones).doesNotHaveDuplicates().doesNotContainAnyElementsOf(others);
    assertThat(others).noneMatch(one::isOwn);
    assertThat(ones).noneMatch(other::isOwn);
  }

  @Test
  void clonesDrawOtherStampsIfOnlyTheMonotonicClockDiffers() {
    requireApart(
        new LeaseStamps(clonedEntropy(), ticking(0), LeaseStampsTest::still),
        new LeaseStamps(clonedEntropy(), ticking(1), LeaseStampsTest::still));
  }

  @Test
  void clonesDrawOtherStampsIfOnlyTheWallClockDiffers() {
    requireApart(
        new LeaseStamps(clonedEntropy(), LeaseStampsTest::still, ticking(0)),
        new LeaseStamps(clonedEntropy(), LeaseStampsTest::still, ticking(1)));
  }

  @Test
  void clonesDrawOtherStampsIfOnlyTheEntropyDiffers() {
    Supplier<byte[]> fresh = clonedEntropy();
    requireApart(
        new LeaseStamps(fresh, LeaseStampsTest::still, LeaseStampsTest::still),
        new LeaseStamps(fresh, LeaseStampsTest::still, LeaseStampsTest::still));
  }

  @Test
  void checkRejectsStampsOfEntropyAlone() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                requireApart(
                    new LeaseStamps(
                        clonedEntropy(), LeaseStampsTest::still, LeaseStampsTest::still),
                    new LeaseStamps(
                        clonedEntropy(), LeaseStampsTest::still, LeaseStampsTest::still)));
  }

  @Test
  void systemGivesEachStampOnce() {
    requireApart(new LeaseStamps(), new LeaseStamps());
    assertThat(new LeaseStamps().next()).hasSize(36);
  }

  @Test
  void copyKnowsTheStampsThatWereMadeBeforeIt() {
    LeaseStamps original = new LeaseStamps();
    String answered = original.next();
    original.confirm(answered);
    String pending = original.next();
    LeaseStamps copy = original.copy();
    assertThat(List.of(answered, pending)).allMatch(copy::isOwn);
    requireApart(original, copy);
  }

  @Test
  void newLeaseOwnsNothing() {
    assertThat(new LeaseStamps().isOwn("")).isFalse();
    assertThat(new LeaseStamps().isOwn(new LeaseStamps().next())).isFalse();
  }

  @Test
  void answerEndsTheWritesBeforeIt() {
    LeaseStamps stamps = new LeaseStamps();
    String before = stamps.next();
    String answered = stamps.next();
    String after = stamps.next();
    stamps.confirm(answered);
    assertThat(stamps.isOwn(before)).isFalse();
    assertThat(stamps.isOwn(answered)).isTrue();
    assertThat(stamps.isOwn(after)).isTrue();
    stamps.confirm(after);
    assertThat(stamps.isOwn(answered)).isFalse();
  }

  @Test
  void lastAnswerThatIsReadAgainLeavesTheWritesAfterIt() {
    LeaseStamps stamps = new LeaseStamps();
    String answered = stamps.next();
    stamps.confirm(answered);
    String pending = stamps.next();
    stamps.confirm(answered);
    assertThat(stamps.isOwn(answered)).isTrue();
    assertThat(stamps.isOwn(pending)).isTrue();
  }

  @Test
  void stampOfAnotherCannotBeConfirmed() {
    LeaseStamps stamps = new LeaseStamps();
    String answered = stamps.next();
    stamps.confirm(answered);
    String pending = stamps.next();
    String foreign = new LeaseStamps().next();
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> stamps.confirm(foreign))
        .withMessage("stamp must be of this lease: stamp=" + foreign);
    assertThat(List.of(answered, pending)).allMatch(stamps::isOwn);
    assertThat(stamps.isOwn(foreign)).isFalse();
  }

  @Test
  void sixteenWritesMayWaitForTheirAnswers() {
    LeaseStamps stamps = new LeaseStamps();
    String answered = stamps.next();
    stamps.confirm(answered);
    List<String> pending = Stream.generate(stamps::next).limit(16).toList();
    assertThat(pending).allMatch(stamps::isOwn);
    String seventeenth = stamps.next();
    assertThat(stamps.isOwn(pending.get(0))).isFalse();
    assertThat(pending.subList(1, 16)).allMatch(stamps::isOwn);
    assertThat(List.of(answered, seventeenth)).allMatch(stamps::isOwn);
  }
}
