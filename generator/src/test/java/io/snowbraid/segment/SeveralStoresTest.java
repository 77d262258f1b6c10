package io.snowbraid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.internal.ManualScheduler;
import io.snowbraid.internal.TestClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests stores that share numbers: fail-over between them. */
class SeveralStoresTest {

  private static final String TAG = "orders";

  private final FaultySegmentSource first = new FaultySegmentSource();
  private final FaultySegmentSource second = new FaultySegmentSource();
  private final TestClock clock = new TestClock();
  private final SegmentSource both =
      new FailoverSegmentSource(List.of(odd(first, 1), odd(second, 0)), clock);

  /** Makes a store use every second number only. */
  private static SegmentSource odd(SegmentSource store, int remainder) {
    return new BrokenSegmentSources.Delegating(store) {
      @Override
      public Segment draw(String tag, long count) {
        Segment raw = store.draw(tag, 2 * count);
        long from = raw.first() % 2 == remainder ? raw.first() : raw.first() + 1;
        return new Segment(from, count, 2, Region.NONE, raw.bound(), Segment.NO_VERSION);
      }
    };
  }

  @Test
  void preferredStoreIsUsedWhileItWorks() {
    assertThat(both.draw(TAG, 5).first()).isEqualTo(1);
    assertThat(both.draw(TAG, 5).first()).isEqualTo(11);
    assertThat(second.draws).hasValue(0);
  }

  @Test
  void callGoesOverToAnotherStoreAboveAllThatWasDrawn() {
    first.create(TAG, 1);
    second.create(TAG, 1);
    long last = both.draw(TAG, 500).last();
    first.fails(new SegmentSourceException("out of order"));
    Segment other = both.draw(TAG, 5);
    assertThat(other.first()).isGreaterThan(last).isEven();
    assertThat(first.draws).hasValue(2);
    Segment next = both.draw(TAG, 5);
    assertThat(next.first()).isGreaterThan(other.last());
    assertThat(first.draws).hasValue(2);
  }

  @Test
  void preferredStoreIsTriedAgainAfterPausesThatDouble() {
    first.create(TAG, 1);
    second.create(TAG, 1);
    long last = both.draw(TAG, 5).last();
    first.fails(new SegmentSourceException("out of order"));
    for (int pause = 1; pause <= 64; pause *= 2) {
      last = both.draw(TAG, 5).last();
      int draws = first.draws.get();
      clock.pass(Duration.ofMillis(Math.min(pause, 60) * 1_000L - 1));
      last = both.draw(TAG, 5).last();
      assertThat(first.draws).hasValue(draws);
      clock.pass(Duration.ofMillis(1));
    }
    first.works();
    Segment back = both.draw(TAG, 5);
    assertThat(back.first()).isGreaterThan(last).isOdd();
  }

  @Test
  void failureOfAllStoresIsThatOfTheLast() {
    first.fails(new SegmentSourceException("first is out of order"));
    second.fails(new SegmentSourceException("second is out of order"));
    assertThatExceptionOfType(SegmentSourceException.class)
        .isThrownBy(() -> both.draw(TAG, 1))
        .withMessage("second is out of order");
    second.works();
    assertThat(both.draw(TAG, 1).first()).isEven();
  }

  @Test
  void eachStoreIsAskedOnceInACall() {
    first.fails(new SegmentSourceException("first is out of order"));
    second.fails(new SegmentSourceException("second is out of order"));
    for (int call = 1; call <= 3; call++) {
      assertThatExceptionOfType(SegmentSourceException.class).isThrownBy(() -> both.draw(TAG, 1));
      assertThat(first.draws).hasValue(call);
      assertThat(second.draws).hasValue(call);
    }
  }

  @Test
  void storeThatThrowsSomethingElseHasFailedToo() {
    first.fails(new IllegalStateException("a bug"));
    assertThat(both.draw(TAG, 1).first()).isEven();
  }

  @Test
  void storeThatCreatesTheTagGoesOnAboveAllThatWasDrawn() {
    long last = both.draw(TAG, 500).last();
    first.fails(new SegmentSourceException("out of order"));
    assertThat(both.draw(TAG, 5).first()).isGreaterThan(last).isEven();
  }

  @Test
  void rejectionIsNoReasonToGoOver() {
    first.fails(new UnknownTagException("no such tag"));
    assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> both.draw(TAG, 1));
    assertThat(second.draws).hasValue(0);
  }

  /** The second store creates the tag at its first draw. */
  @Test
  void numbersOfAllStoresAreUnique() {
    SegmentIds ids =
        new SegmentIds(TAG, both, SegmentSettings.DEFAULT, clock, new ManualScheduler());
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      FaultySegmentSource one = i / 500 % 2 == 0 ? first : second;
      FaultySegmentSource other = one == first ? second : first;
      one.fails(new SegmentSourceException("out of order"));
      other.works();
      clock.pass(Duration.ofMillis(100));
      assertThat(numbers.add(ids.nextId())).isTrue();
    }
    assertThat(both.isOrdered()).isFalse();
    assertThat(both.returnUnused(TAG, Segment.of(1, 1, 1))).isFalse();
  }

  @Test
  void oneStoreIsNotSeveral() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SegmentSource.failover(List.of(first)))
        .withMessage("failover must have at least 2 sources, but has 1");
  }
}
