package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BalancePlanTest {

  private static final String LEAVING = "leaving";

  /** Servers that see the same records must agree, in whatever order they list the servers. */
  @ParameterizedTest
  @MethodSource("io.snowbraid.testing.Seeds#some")
  void planBalancesAllSlotsWithTheFewestMoves(long seed) {
    Random random = new Random(seed);
    List<String> receivers =
        new ArrayList<>(IntStream.range(0, 1 + random.nextInt(5)).mapToObj(i -> "s" + i).toList());
    String[] owners = owners(random, receivers);

    BalancePlan plan = new BalancePlan(receivers, owners);
    String[] after = carriedOut(plan, receivers, owners);

    long slots = Stream.of(owners).filter(owner -> owner != null).count();
    long share = slots / receivers.size();
    assertThat(receivers)
        .allSatisfy(id -> assertThat(count(after, id)).isBetween(share, share + 1));
    assertThat(moves(owners, after)).isEqualTo(fewestMoves(receivers, owners, slots));
    Collections.shuffle(receivers, random);
    assertThat(carriedOut(new BalancePlan(receivers, owners), receivers, owners)).isEqualTo(after);
    assertThat(carriedOut(new BalancePlan(receivers, after), receivers, after)).isEqualTo(after);
  }

  @Test
  void nothingMovesWithoutAServerThatAcquires() {
    String[] owners = {LEAVING, SlotRecord.UNOWNED};
    BalancePlan plan = new BalancePlan(List.of(), owners);
    assertThat(plan.givesOf(LEAVING)).isEmpty();
    assertThat(plan.takesOf("s0").isEmpty()).isTrue();
  }

  private static String[] owners(Random random, List<String> receivers) {
    List<String> all = new ArrayList<>(receivers.subList(0, 1 + random.nextInt(receivers.size())));
    all.add(LEAVING);
    all.add(SlotRecord.UNOWNED);
    all.add(null); // a slot that stays as it is
    return random.ints(random.nextInt(60), 0, all.size()).mapToObj(all::get).toArray(String[]::new);
  }

  private static String[] carriedOut(BalancePlan plan, List<String> receivers, String[] owners) {
    String[] after = owners.clone();
    for (String id : receivers) {
      assign(plan.takesOf(id), id, SlotRecord.UNOWNED, after);
      plan.givesOf(id).forEach((next, slots) -> assign(slots, next, id, after));
    }
    plan.givesOf(LEAVING).forEach((next, slots) -> assign(slots, next, LEAVING, after));
    return after;
  }

  private static void assign(BitSet slots, String next, String before, String[] after) {
    slots.stream()
        .forEach(
            slot -> {
              assertThat(after[slot]).isEqualTo(before);
              after[slot] = next;
            });
  }

  private static long count(String[] owners, String id) {
    return Stream.of(owners).filter(id::equals).count();
  }

  private static long moves(String[] before, String[] after) {
    return IntStream.range(0, before.length)
        .filter(slot -> before[slot] != null && !before[slot].equals(after[slot]))
        .count();
  }

  /** The servers with the most slots keep one more than the others, if the slots do not divide. */
  private static long fewestMoves(List<String> receivers, String[] owners, long slots) {
    List<Long> counts =
        receivers.stream().map(id -> count(owners, id)).sorted(Collections.reverseOrder()).toList();
    long kept = 0;
    for (int i = 0; i < counts.size(); i++) {
      long share = slots / counts.size() + (i < slots % counts.size() ? 1 : 0);
      kept += Math.min(counts.get(i), share);
    }
    return slots - kept;
  }
}
