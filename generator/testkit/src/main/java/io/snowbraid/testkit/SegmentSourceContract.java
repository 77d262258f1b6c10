package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentRejectedException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.segment.UnknownTagException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests every segment source. Subclasses provide the source. */
public abstract class SegmentSourceContract {

  private static final int THREADS = 8;
  private static final int DRAWS = 20;

  /**
   * Returns the source, which creates unknown tags. All calls during a test return the same store.
   */
  protected abstract SegmentSource source();

  /** Returns whether the source accepts returned numbers. */
  protected boolean takesBack() {
    return true;
  }

  /** Makes the store fail, or work again; returns false if this is not possible. */
  protected boolean setBroken(boolean broken) {
    return false;
  }

  /** Loses the answer to the next draw, which succeeds; returns false if this is not possible. */
  protected boolean loseNextReply() {
    return false;
  }

  /**
   * Blocks the store, as another caller in this process does, until the same thread closes the
   * result; empty if calls of a process need not wait for each other.
   */
  protected Optional<AutoCloseable> holdUp() throws Exception {
    return Optional.empty();
  }

  /** Deletes the store while the process runs; returns false if this is not possible. */
  protected boolean deleteStore() throws Exception {
    return false;
  }

  /**
   * Checks that no number occurs twice, and that there are enough segments for a meaningful check.
   */
  protected static void requireDistinct(int min, List<Segment> segments) {
    assertThat(segments).hasSizeGreaterThanOrEqualTo(min);
    long[] numbers =
        segments.stream()
            .flatMapToLong(segment -> LongStream.range(0, segment.count()).map(segment::number))
            .sorted()
            .toArray();
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] == numbers[i - 1]) {
        fail("duplicate number " + numbers[i]);
      }
    }
  }

  @Test
  public void unknownTagStartsAtOne() {
    Segment segment = source().draw("orders", 5);
    assertThat(segment.first()).isEqualTo(1);
    assertThat(segment.count()).isGreaterThanOrEqualTo(5);
    assertThat(source().tags()).containsExactly("orders");
  }

  @Test
  public void segmentsFollowEachOther() {
    List<Segment> segments = new ArrayList<>();
    for (long count : new long[] {1, 7, 3_000, 2}) {
      Segment segment = source().draw("orders", count);
      assertThat(segment.count()).isGreaterThanOrEqualTo(count);
      assertThat(source().peek("orders")).hasValue(segment.bound());
      assertThat(segment.bound()).isEqualTo(segment.last() + 1);
      segments.add(segment);
    }
    requireDistinct(4, segments);
    for (int i = 1; i < segments.size(); i++) {
      assertThat(segments.get(i).first()).isEqualTo(segments.get(i - 1).bound());
    }
  }

  @Test
  public void tagsAreIndependentAndListedInOrder() {
    Segment orders = source().draw("orders", 5);
    for (String tag : List.of("Zebra", "\u6771\u4eac \ud83d\ude00", "a'b\"c`d\\e%_")) {
      assertThat(source().draw(tag, 5).first()).isEqualTo(1);
      assertThat(source().peek(tag)).hasValue(orders.bound());
    }
    assertThat(source().tags())
        .containsExactly("Zebra", "a'b\"c`d\\e%_", "orders", "\u6771\u4eac \ud83d\ude00");
  }

  @Test
  public void tagsThatDoNotFitAreRejected() {
    String longest = "\ud83d\ude00".repeat(source().maxTagLength());
    Segment first = source().draw(longest, 1);
    assertThat(source().draw(longest, 1).first()).isEqualTo(first.bound());
    assertThat(source().tags()).containsExactly(longest);
    for (String tag :
        List.of(
            "", " ", longest + "x", "x".repeat(source().maxTagLength() + 1), "a\0b", "a\ud83d")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> source().draw(tag, 1))
          .withMessageStartingWith("tag must ");
      assertThatIllegalArgumentException().isThrownBy(() -> source().create(tag, 1));
    }
  }

  @Test
  public void countsBelowOneAreRejectedAndChangeNothing() {
    Segment first = source().draw("orders", 5);
    for (long count : new long[] {0, -1, -3, Long.MIN_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> source().draw("orders", count))
          .withMessage("count for tag orders must be at least 1, but is " + count);
    }
    assertThat(source().peek("orders")).hasValue(first.bound());
  }

  @Test
  public void createdTagStartsAtItsBound() {
    assertThat(source().create("orders", 1_000_000)).isTrue();
    assertThat(source().create("orders", 5)).isFalse();
    assertThat(source().create("zero", 0)).isTrue();
    assertThat(source().peek("orders")).hasValue(1_000_000);
    assertThat(source().draw("orders", 1).first()).isEqualTo(1_000_000);
    assertThat(source().draw("zero", 1).first()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source().create("other", -1))
        .withMessage("bound of tag other must be at least 0, but is -1");
  }

  @Test
  public void boundMovesUpOnly() {
    Segment drawn = source().draw("orders", 5);
    assertThat(source().advance("orders", drawn.bound())).isFalse();
    assertThat(source().advance("orders", 0)).isFalse();
    assertThat(source().advance("orders", Long.MIN_VALUE)).isFalse();
    assertThat(source().peek("orders")).hasValue(drawn.bound());
    assertThat(source().advance("orders", drawn.bound() + 1)).isTrue();
    assertThat(source().peek("orders")).hasValue(drawn.bound() + 1);
    assertThat(source().advance("orders", 1L << 40)).isTrue();
    assertThat(source().draw("orders", 1).first()).isEqualTo(1L << 40);
  }

  @Test
  public void unknownTagHasNoBound() {
    assertThat(source().tags()).isEmpty();
    assertThat(source().peek("orders")).isEqualTo(OptionalLong.empty());
    assertThatExceptionOfType(UnknownTagException.class)
        .isThrownBy(() -> source().advance("orders", 5))
        .withMessageStartingWith("tag orders does not exist in ");
  }

  @Test
  public void numbersEndBeforeTheyOverflow() {
    long bound = Long.MAX_VALUE - 3;
    source().create("orders", bound);
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source().draw("orders", 4))
        .withMessageStartingWith("numbers of tag orders must not exceed 2^63 - 1, but ");
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source().draw("orders", Long.MAX_VALUE));
    assertThat(source().peek("orders")).hasValue(bound);
    source().advance("orders", Long.MAX_VALUE);
    assertThatExceptionOfType(SegmentRejectedException.class)
        .isThrownBy(() -> source().draw("orders", 1));
    assertThat(source().peek("orders")).hasValue(Long.MAX_VALUE);
  }

  @Test
  public void restIsDrawnAgain() {
    Segment drawn = source().draw("orders", 10);
    assertThat(source().returnUnused("orders", drawn.after(4))).isEqualTo(takesBack());
    assertThat(source().draw("orders", 10).first())
        .isEqualTo(takesBack() ? drawn.after(4).first() : drawn.bound());
  }

  @Test
  public void restIsRejectedOnceSomebodyHasDrawn() {
    Segment drawn = source().draw("orders", 10);
    Segment next = source().draw("orders", 10);
    assertThat(source().returnUnused("orders", drawn.after(4))).isFalse();
    assertThat(source().peek("orders")).hasValue(next.bound());
  }

  @Test
  public void restIsRejectedOnceTheBoundWasMoved() {
    Segment drawn = source().draw("orders", 10);
    source().advance("orders", drawn.bound() + 1);
    assertThat(source().returnUnused("orders", drawn.after(4))).isFalse();
    assertThat(source().returnUnused("unknown", drawn.after(4))).isFalse();
  }

  /** A second return has the same segment end, but its numbers are in use. */
  @Test
  public void restThatComesTwiceIsRejected() {
    assumeThat(takesBack()).isTrue();
    Segment drawn = source().draw("orders", 10);
    Segment rest = drawn.after(4);
    assertThat(source().returnUnused("orders", rest)).isTrue();
    Segment again = source().draw("orders", rest.count());
    source().returnUnused("orders", rest);
    requireDistinct(2, List.of(again, source().draw("orders", 10)));
  }

  @Test
  public void firstDrawsOfATagMayCoincide() throws Exception {
    for (int tag = 0; tag < 5; tag++) {
      String name = "tag" + tag;
      requireDistinct(THREADS, Crowd.call(THREADS, () -> source().draw(name, 3)));
    }
  }

  @Test
  public void tagIsCreatedOnceThoughManyTry() throws Exception {
    assertThat(Crowd.call(THREADS, () -> source().create("orders", 7))).containsOnlyOnce(true);
    assertThat(source().peek("orders")).hasValue(7);
  }

  @Test
  public void threadsDrawDifferentNumbers() throws Exception {
    List<List<Segment>> drawn =
        Crowd.call(
            THREADS,
            () -> {
              List<Segment> segments = new ArrayList<>();
              for (int i = 0; i < DRAWS; i++) {
                segments.add(source().draw("orders", 1 + i % 3));
              }
              return segments;
            });
    requireDistinct(THREADS * DRAWS, drawn.stream().flatMap(List::stream).toList());
  }

  @Test
  public void callersOfAProcessAreServedInTheirOrder() throws Exception {
    Segment before = source().draw("orders", 1);
    Optional<AutoCloseable> holdUp = holdUp();
    assumeThat(holdUp).isPresent();
    List<Segment> drawn =
        QueueingCallers.call(holdUp.orElseThrow(), () -> source().draw("orders", 1));
    assertThat(drawn)
        .isSortedAccordingTo(Comparator.comparingLong(Segment::first))
        .allMatch(segment -> segment.first() > before.first());
    requireDistinct(drawn.size(), drawn);
  }

  /** The deleted tags' numbers are in use, so no tag may start again, whether known or new. */
  @Test
  public void storeThatWasDeletedDoesNotBeginAgain() throws Exception {
    Segment before = source().draw("orders", 10);
    assertThat(before.first()).isEqualTo(1);
    assumeThat(deleteStore()).isTrue();
    for (String tag : List.of("orders", "invoices")) {
      assertThatExceptionOfType(SegmentSourceException.class)
          .isThrownBy(() -> source().draw(tag, 1));
      assertThatExceptionOfType(SegmentSourceException.class)
          .isThrownBy(() -> source().create(tag, 1));
    }
  }

  @Test
  public void lostReplyLosesNoMoreThanItsNumbers() {
    Segment before = source().draw("orders", 10);
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source().draw("orders", 10));
    Segment after = source().draw("orders", 10);
    assertThat(after.first()).isEqualTo(before.bound() + before.count() * before.step());
  }

  @Test
  public void storeThatFailsIsNamedAndRecovers() {
    Segment before = source().draw("orders", 10);
    assumeThat(setBroken(true)).isTrue();
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source().draw("orders", 10))
        .withCauseInstanceOf(Exception.class);
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> source().peek("orders"));
    setBroken(false);
    assertThat(source().draw("orders", 10).first()).isEqualTo(before.bound());
  }
}
