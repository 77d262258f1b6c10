package io.snowbraid.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that broken histories are found, and sound ones accepted. */
class HistoryTest {

  private static final int SMALL = 7;

  private static CallLog log(Call... calls) {
    CallLog log = new CallLog();
    for (Call call : calls) {
      log.add(0, call);
    }
    return log;
  }

  private static List<String> faults(Call... calls) {
    List<CallLog> each = new ArrayList<>();
    for (Call call : calls) {
      each.add(log(call));
    }
    List<String> faults = History.of(List.of(log(calls)), 1).faults();
    assertThat(History.of(each, 1).faults()).isEqualTo(faults); // whoever called
    return faults;
  }

  @Test
  void acceptsRisingNumbersWithGaps() {
    assertThat(faults(new Call(1, 2, 5, 1), new Call(3, 4, 6, 1), new Call(5, 6, 100, 1)))
        .isEmpty();
  }

  @Test
  void acceptsAnyOrderOfCallsThatOverlap() {
    assertThat(faults(new Call(1, 3, 6, 1), new Call(3, 4, 5, 1))).isEmpty();
    assertThat(faults(new Call(1, 9, 6, 1), new Call(2, 3, 5, 1))).isEmpty();
  }

  @Test
  void acceptsRangesThatTouch() {
    assertThat(faults(new Call(1, 2, 10, 10), new Call(3, 4, 20, 10))).isEmpty();
  }

  @Test
  void findsANumberThatWasGivenTwice() {
    assertThat(faults(new Call(1, 9, 5, 1), new Call(2, 9, 5, 1)))
        .containsExactly("key 0 repeats: 5..5 (0 to 0 us) and 5..5 (0 to 0 us)");
  }

  @Test
  void findsRangesThatOverlap() {
    assertThat(faults(new Call(1, 9, 10, 10), new Call(1, 9, 19, 10))).hasSize(1);
    assertThat(faults(new Call(1, 9, 20, 20), new Call(1, 9, 15, 1))).hasSize(1);
    assertThat(faults(new Call(1, 9, 20, 1), new Call(1, 9, 25, 6))).hasSize(1);
  }

  @Test
  void findsARangeThatBeginsBelowOne() {
    assertThat(faults(new Call(1, 9, 9, 10))).hasSize(1);
  }

  @Test
  void findsANumberThatFallsByOne() {
    assertThat(faults(new Call(1000, 2000, 6, 1), new Call(3000, 4000, 5, 1)))
        .containsExactly("key 0 falls: 6..6 (1 to 2 us), then 5..5 (3 to 4 us)");
  }

  @Test
  void findsAFallBehindCallsThatOverlap() {
    Call early = new Call(1, 2, 9, 1);
    Call whole = new Call(0, 100, 8, 1);
    Call late = new Call(50, 60, 7, 1);
    assertThat(faults(early, whole)).isEmpty();
    assertThat(faults(whole, late)).isEmpty();
    assertThat(faults(early, whole, late)).hasSize(1);
  }

  @Test
  void keysHaveNothingToDoWithEachOther() {
    CallLog log = new CallLog();
    log.add(0, new Call(1, 2, 5, 1));
    log.add(1, new Call(3, 4, 5, 1));
    History history = History.of(List.of(log), 2);
    assertThat(history.faults()).isEmpty();
    assertThat(history.calls()).isEqualTo(2);
    assertThat(history.fewestCalls()).isEqualTo(1);
  }

  static IntStream seeds() {
    return IntStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void findsWhatComparingAllPairsFinds(int seed) {
    Random random = new Random(seed);
    List<Call> calls = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i >= 0; i--) {
      int begin = random.nextInt(2 * SMALL);
      int count = 1 + random.nextInt(2);
      calls.add(
          new Call(begin, begin + random.nextInt(SMALL), count + random.nextInt(SMALL), count));
    }
    assertThat(faults(calls.toArray(Call[]::new)).isEmpty()).isEqualTo(isSound(calls));
  }

  private static boolean isSound(List<Call> calls) {
    return IntStream.range(0, calls.size())
        .allMatch(i -> calls.subList(0, i).stream().allMatch(other -> agree(calls.get(i), other)));
  }

  private static boolean agree(Call a, Call b) {
    boolean isApart = a.last() < b.first() || b.last() < a.first();
    return isApart && !(a.last() > b.last() ? a.isBefore(b) : b.isBefore(a));
  }

  @Test
  void checksMillionsOfCallsAndFindsTheOnlyFault() {
    int keys = 1_000;
    List<CallLog> logs = new ArrayList<>(Collections.nCopies(4, null));
    logs.replaceAll(none -> new CallLog());
    for (int i = 0; i < 2_000_000; i++) {
      logs.get(i % 4).add(i % keys, new Call(10L * i, 10L * i + 15, 1 + i / keys, 1));
    }
    assertThat(History.of(logs, keys).faults()).isEmpty();
    logs.get(0).add(keys - 1, new Call(20_000_000, 20_000_001, 1_000_000, 1));
    assertThat(History.of(logs, keys).faults()).isEmpty();
    logs.get(0).add(keys - 1, new Call(20_000_002, 20_000_003, 999_999, 1));
    assertThat(History.of(logs, keys).faults()).hasSize(1);
  }

  @Test
  void outageIsTheLongestTimeWithoutACallOfAKey() {
    CallLog log = new CallLog();
    log.add(0, new Call(0, 10, 1, 1));
    log.add(0, new Call(10, 50, 2, 1));
    log.add(1, new Call(0, 30, 1, 1));
    History history = History.of(List.of(log), 2);
    assertThat(history.longestOutageNanos(0, 55)).isEqualTo(40);
    assertThat(history.longestOutageNanos(20, 40)).isEqualTo(20);
    assertThat(history.longestOutageNanos(30, 100)).isEqualTo(70);
  }
}
