package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.WaitInterruptedException;
import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.TestClock;
import io.snowbraid.internal.ThreadShortage;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentIdsTest {

  private static final String TAG = "orders";

  private final FaultySegmentSource source = new FaultySegmentSource();
  private final TestClock clock = new TestClock();
  private final ManualScheduler scheduler = new ManualScheduler();
  private final SegmentIds ids = generator(SegmentSettings.DEFAULT);

  private SegmentIds generator(SegmentSettings settings) {
    return new SegmentIds(TAG, source, settings, clock, scheduler);
  }

  private long bound() {
    return source.peek(TAG).orElseThrow();
  }

  @Test
  void numbersRiseFromOneWithoutGaps() {
    assertThat(LongStream.generate(ids::nextId).limit(1_000))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 1_000).boxed().toList());
  }

  @Test
  void callsOfAllSizesContinueEachOther() {
    assertThat(ids.nextIds(0)).isEmpty();
    assertThat(ids.nextIds(3)).containsExactly(1, 2, 3);
    assertThat(ids.nextId()).isEqualTo(4);
    assertThat(ids.nextIds(10_000)).containsExactly(LongStream.rangeClosed(5, 10_004).toArray());
    assertThat(ids.nextId()).isEqualTo(10_005);
  }

  /** Such as one that draws from several stores. */
  @Test
  void numbersOfACallAreSortedThoughTheSourceIsUnordered() {
    SegmentSource unordered =
        new BrokenSegmentSources.Delegating(new MemorySegmentSource()) {

          private long first = 1_000_000;

          @Override
          public Segment draw(String tag, long count) {
            first -= 100;
            return Segment.of(first, 100, Segment.NO_VERSION);
          }

          @Override
          public boolean isOrdered() {
            return false;
          }
        };
    SegmentIds descending =
        new SegmentIds(TAG, unordered, SegmentSettings.DEFAULT, clock, scheduler);
    for (int i = 0; i < 20; i++) {
      assertThat(descending.nextIds(70)).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void negativeCountIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids.nextIds(-1))
        .withMessage("count must be at least 0, but is -1");
  }

  @Test
  void nextSegmentIsDrawnBeforeTheLastNumberIsUsed() {
    for (int i = 0; i < 100; i++) {
      clock.pass(Duration.ofMillis(10));
      ids.nextId();
    }
    source.disturbance = () -> assertThat(ids.status().buffered()).isPositive();
    for (int i = 0; i < 1_000; i++) {
      clock.pass(Duration.ofMillis(10));
      ids.nextId();
    }
    assertThat(ids.status().waits()).isLessThan(6);
    assertThat(ids.status().failures()).isZero();
  }

  @Test
  void outageIsNotNoticedWhileNumbersLast() {
    for (int i = 0; i < 1_000; i++) {
      clock.pass(Duration.ofMillis(10));
      ids.nextId();
    }
    source.fails(new SegmentSourceException("out of order"));
    long buffered = ids.status().buffered();
    long[] last = ids.nextIds((int) buffered);
    assertThat(last).hasSize((int) buffered).isSorted();
    long before = clock.nanoTime();
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessage(
            "numbers must be drawn before a call takes them: tag=orders, waited for 5 s, and the"
                + " store fails: out of order; check faulty store, and that callers do not hold all"
                + " of its connections");
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isEqualTo(Duration.ofSeconds(5));
    assertThat(ids.status().lastFailure()).contains("out of order");
    source.works();
    clock.pass(Duration.ofMillis(100));
    assertThat(ids.nextId()).isEqualTo(last[last.length - 1] + 1);
    assertThat(ids.status().lastFailure()).isEmpty();
  }

  @Test
  void storeThatThrowsAnErrorIsAskedAgain() {
    source.disturbance =
        () -> {
          source.works();
          throw new StackOverflowError("deep");
        };
    assertThat(ids.nextId()).isEqualTo(1);
    assertThat(ids.status().failures()).isEqualTo(1);
  }

  @Test
  void failureWhoseMessageFailsEndsNothing() {
    source.disturbance =
        () -> {
          source.works();
          throw new SegmentSourceException("x") {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
              throw new IllegalStateException("no message");
            }
          };
        };
    assertThat(ids.nextId()).isEqualTo(1);
    assertThat(ids.status().failures()).isEqualTo(1);
  }

  @Test
  void callWaitsNoLongerForManySegmentsThanForOne() {
    SegmentSettings settings =
        SegmentSettings.DEFAULT.withDraws(1, 10).withMaxWait(Duration.ofSeconds(2));
    SegmentIds slow = generator(settings);
    source.disturbance = () -> clock.pass(Duration.ofSeconds(1));
    long before = clock.nanoTime();
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(() -> slow.nextIds(1_000))
        .withMessageContaining("waited for 2 s");
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void failedBuildDrawsNothingLater() {
    source.fails(new SegmentRejectedException("tag is spoilt"));
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(() -> SegmentIds.builder().source(source).tag(TAG).build());
    source.works();
    int draws = source.draws.get();
    scheduler.run();
    assertThat(source.draws).hasValue(draws);
    assertThat(source.peek(TAG)).isEmpty();
  }

  @Test
  void segmentThatIsTooLargeIsRejected() {
    source.answer = () -> Segment.of(1, Long.MAX_VALUE - 2, 1);
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessage(
            "segment of tag orders must not exceed 2^61 numbers, but has 9223372036854775805;"
                + " correct the source");
  }

  @Test
  void failedDrawsAreRepeatedAtGrowingDistances() {
    source.fails(new SegmentSourceException("out of order"));
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(generator(SegmentSettings.DEFAULT.withMaxWait(Duration.ZERO))::nextId);
    for (int i = 0; i < 10; i++) {
      Duration pause = scheduler.delays().get(0);
      assertThat(pause).isEqualTo(Duration.ofMillis(Math.min(100L << i, 10_000)));
      clock.pass(pause);
      scheduler.run();
    }
  }

  @Test
  void storeThatHangsIsWaitedForNoLongerThanAllowed() {
    scheduler.hold(true);
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("tag=orders, waited for 5 s, and the store does not answer;");
  }

  @ParameterizedTest
  @CsvSource({"0, 15", "5, 15", "10, 15", "20, 20"})
  void firstSegmentOfAStoreThatHangsIsWaitedForLonger(int maxWait, int expected) {
    SegmentIds first = generator(SegmentSettings.DEFAULT.withMaxWait(Duration.ofSeconds(maxWait)));
    scheduler.hold(true);
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(() -> first.prepare(first.firstSegmentLimit()))
        .withMessageContaining("waited for " + expected + " s, and the store does not answer;");
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "5, 5", "10, 10"})
  void firstSegmentOfAStoreThatFailsIsWaitedForAtLeastFiveSeconds(int maxWait, int expected) {
    SegmentIds first = generator(SegmentSettings.DEFAULT.withMaxWait(Duration.ofSeconds(maxWait)));
    source.fails(new SegmentSourceException("out of order"));
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(() -> first.prepare(first.firstSegmentLimit()))
        .withMessageContaining("waited for " + expected + " s, and the store fails");
  }

  @Test
  void rejectedDrawFailsAtOnce() {
    source.fails(new SegmentRejectedException("tag is spoilt"));
    long before = clock.nanoTime();
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessage("tag is spoilt")
        .withCauseInstanceOf(SegmentRejectedException.class);
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
    source.works();
    clock.pass(Duration.ofMillis(100));
    assertThat(ids.nextId()).isEqualTo(1);
  }

  @Test
  void boundThatWentBackIsRejected() {
    assertThat(ids.nextIds(100)).endsWith(100);
    source.answer = () -> Segment.of(1, 10, 99);
    int buffered = (int) ids.status().buffered();
    assertThat(ids.nextIds(buffered)).isSorted();
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessageStartingWith(
            "bound of tag orders went back: numbers up to 700 were drawn, but the store drew from"
                + " 1; in tests that reset the schema, set snowbraid.directory (docs/testing.md)."
                + " Otherwise advance the tag past all numbers in use")
        .withMessageEndingWith(
            "bound of tag orders went back: numbers up to 700 were drawn, but the store drew from"
                + " 1; in tests that reset the schema, set snowbraid.directory (docs/testing.md)."
                + " Otherwise advance the tag past all numbers in use");
  }

  @Test
  void storeThatAnswersNullIsNoReasonToFailForEver() {
    source.answer = () -> null;
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining(
            "numbers must be drawn before a call takes them: tag=orders, waited for 5 s, and the"
                + " store fails: source drew null instead of a segment for tag orders");
    source.answer = null;
    clock.pass(Duration.ofMillis(100));
    assertThat(ids.nextId()).isEqualTo(1);
  }

  @Test
  void closingGivesTheRestBack() {
    assertThat(ids.nextIds(3)).containsExactly(1, 2, 3);
    assertThat(bound()).isGreaterThan(4);
    ids.close();
    assertThat(bound()).isEqualTo(4);
    assertThat(ids.status().returned()).isPositive();
    assertThat(ids.status().issued()).isEqualTo(3);
    assertThatExceptionOfType(GeneratorClosedException.class)
        .isThrownBy(ids::nextId)
        .withMessage("generator for tag orders is closed; build a new one");
    assertThat(generator(SegmentSettings.DEFAULT).nextId()).isEqualTo(4);
  }

  @Test
  void closingGivesSegmentsThatContinueEachOtherBackAsOne() {
    for (int i = 0; i < 200; i++) {
      clock.pass(Duration.ofMillis(1));
      ids.nextId();
    }
    while (ids.status().segments() < 2) {
      clock.pass(Duration.ofMillis(1));
      ids.nextId();
    }
    long next = ids.status().issued() + 1;
    ids.close();
    assertThat(bound()).isEqualTo(next);
    assertThat(source.returns).hasValue(1);
  }

  @Test
  void unusedNumbersAreReturnedOnceWhateverTheStoreAnswers() {
    assertThat(ids.nextId()).isEqualTo(1);
    source.fails(new SegmentSourceException("answer lost"));
    ids.close();
    ids.close();
    scheduler.run();
    assertThat(source.returns).hasValue(1);
    assertThat(ids.status().returned()).isZero();
  }

  @Test
  void numbersThatOthersDrewAfterwardsAreNotGivenBack() {
    assertThat(ids.nextId()).isEqualTo(1);
    long other = source.draw(TAG, 5).first();
    ids.close();
    assertThat(bound()).isEqualTo(other + 5);
  }

  @Test
  void drawThatEndsAfterTheCloseIsGivenBack() {
    assertThat(ids.nextId()).isEqualTo(1);
    source.disturbance =
        () -> {
          source.works();
          ids.startClosing();
        };
    assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> ids.nextIds(100));
    assertThat(ids.status().buffered()).isZero();
    assertThat(bound()).isEqualTo(11);
  }

  @Test
  void interruptEndsTheWait() {
    scheduler.hold(true);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(WaitInterruptedException.class)
        .isThrownBy(ids::nextId)
        .withMessageContaining("numbers of tag orders");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void numbersEndBeforeTheyOverflow() {
    assertThat(source.create(TAG, Long.MAX_VALUE - 12)).isTrue();
    assertThat(ids.nextIds(10)).endsWith(Long.MAX_VALUE - 3);
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(() -> ids.nextIds(10))
        .withMessageContaining(
            "numbers of tag orders must not exceed 2^63 - 1, but 20 were requested from"
                + " 9223372036854775805");
    assertThat(bound()).isEqualTo(Long.MAX_VALUE - 2);
  }

  @Test
  void numbersFarBehindTheStoreAreDiscarded() {
    SegmentIds ids = generator(SegmentSettings.DEFAULT);
    assertThat(ids.nextId()).isEqualTo(1);
    assertThat(source.advance(TAG, 1_000)).isTrue();
    assertThat(ids.discardBehind(1_000)).isZero();
    assertThat(ids.nextId()).isEqualTo(2);
    assertThat(source.advance(TAG, 1_000_000)).isTrue();
    assertThat(ids.discardBehind(1_000)).isPositive();
    assertThat(ids.nextId()).isEqualTo(1_000_000);
    assertThat(ids.status().discarded()).isEqualTo(8);
  }

  @Test
  void unknownTagsOfASourceThatCreatesNoneAreNamed() {
    source.answer =
        () -> {
          throw Tags.unknown(TAG, source);
        };
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(ids::nextId)
        .withMessage("tag orders does not exist in faulty store; create it, or correct its name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb"})
  void tagsWithoutTextAreRejected(String tag) {
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentIds.builder().tag(tag));
  }

  @Test
  void tagsMayBeLongAndInAnyScript() {
    SegmentSource memory = SegmentSource.inMemory();
    String tag = "\uD83D\uDE00\u00FC".repeat(64);
    try (SegmentIds smileys = SegmentIds.builder().source(memory).tag(tag).build()) {
      assertThat(smileys.nextId()).isEqualTo(1);
      assertThat(smileys.tag()).isEqualTo(tag);
    }
    assertThat(memory.tags()).containsExactly(tag);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SegmentIds.builder().source(memory).tag("a".repeat(129)).build())
        .withMessageStartingWith(
            "tag must have at most 128 characters, but has 129:"
                + " aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
  }

  @Test
  void builderNamesWhatIsMissing() {
    assertThatIllegalStateException()
        .isThrownBy(() -> SegmentIds.builder().tag(TAG).build())
        .withMessage("source must be set; call source(...)");
    assertThatIllegalStateException()
        .isThrownBy(() -> SegmentIds.builder().source(source).build())
        .withMessage("tag must be set; call tag(...)");
  }

  @Test
  void statusSaysHowLongTheNumbersLast() {
    assertThat(ids.status().remainingTime()).isEmpty();
    for (int i = 0; i < 1_000; i++) {
      clock.pass(Duration.ofMillis(10));
      ids.nextId();
    }
    assertThat(ids.status().ratePerSecond()).isBetween(90.0, 110.0);
    assertThat(ids.status().remainingTime().orElseThrow())
        .isBetween(Duration.ofMillis(400), Duration.ofSeconds(21));
    assertThat(source.peek("others")).isEqualTo(OptionalLong.empty());
  }

  private static void issueAll(SegmentIds real) {
    while (real.nextId() > 0) {
      // until there are none
    }
  }

  private void takeInAShortage(ThreadShortage shortage, Duration patience) {
    SegmentSettings settings = SegmentSettings.DEFAULT.withMaxWait(Duration.ofMillis(1_500));
    SegmentIds real = new SegmentIds(TAG, source, settings, MonotonicTime.SYSTEM, shortage);
    real.prepare(real.firstSegmentLimit());
    shortage.set(true);
    long buffered = real.status().buffered();
    for (long number = 1; number <= buffered; number++) {
      assertThat(real.nextId()).isEqualTo(number);
    }
    assertThatExceptionOfType(IdsUnavailableException.class)
        .isThrownBy(() -> issueAll(real)); // a draw that was under way may have added some
    shortage.set(false);
    await()
        .atMost(patience)
        .ignoreExceptionsInstanceOf(IdsUnavailableException.class)
        .untilAsserted(() -> assertThat(real.nextIds(1_000)).isSorted());
    real.startClosing();
  }

  @Test
  void numbersInHandAreIssuedInAMomentWithoutThreads() {
    takeInAShortage(new ThreadShortage(false), Duration.ofMinutes(1));
  }

  @Test
  void checkerFindsAGeneratorThatAMomentWithoutThreadsEndsForGood() {
    Duration patience = Duration.ofSeconds(3); // a late thread is no reason to draw
    assertThatExceptionOfType(ConditionTimeoutException.class)
        .isThrownBy(() -> takeInAShortage(new ThreadShortage(true), patience));
  }
}
