package io.snowbraid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.KeyedStoreException;
import io.snowbraid.keyed.ServerRecord;
import io.snowbraid.keyed.SlotRecord;
import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.testing.Crowd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what every store of numbers per key has to do. */
public abstract class KeyedStoreContract {

  private static final int THREADS = 4;

  /** The id of a server. */
  protected static final String ONE = "1".repeat(40);

  /** The id of another server. */
  protected static final String TWO = "2".repeat(40);

  /** Returns the store; the same rows during a test. */
  protected abstract KeyedStore store();

  /** Closes the store and opens it again, as a server does that starts again. */
  protected KeyedStore reopened() {
    return store();
  }

  /** Deletes the row of a slot by hand; returns false if that cannot be done. */
  protected boolean delete(int slot) {
    return false;
  }

  /** Deletes the rows of all slots by hand; returns false if that cannot be done. */
  protected boolean deleteSlots() {
    return false;
  }

  /** Makes the store fail, or work again; returns false if that cannot be done. */
  protected boolean setBroken(boolean broken) {
    return false;
  }

  /** Loses the answer to the next write, which succeeds; returns false if that cannot be done. */
  protected boolean loseNextReply() {
    return false;
  }

  /** Returns the row of a server that serves. */
  protected static ServerRecord server(String id, String stamp) {
    return new ServerRecord(
        id, "host:6379", Duration.ofSeconds(12), ServerRecord.State.SERVING, 0, stamp);
  }

  /** Returns a raise of an unused slot. */
  protected static Change raise(int slot) {
    return raise(SlotRecord.unused(slot));
  }

  /** Returns a raise of a slot by 1,000 numbers. */
  protected static Change raise(SlotRecord row) {
    return new Change(row, row.next(row.bound() + 1000, ONE));
  }

  private SlotRecord row(int slot) {
    List<SlotRecord> rows = store().slots(List.of(slot));
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  /** Returns a set of slots. */
  protected static BitSet set(int... slots) {
    BitSet set = new BitSet();
    IntStream.of(slots).forEach(set::set);
    return set;
  }

  @Test
  public void newStoreHasNoRows() {
    assertThat(store().slots()).isEmpty();
    assertThat(store().slots(List.of(0, 16_383))).isEmpty();
    assertThat(store().servers()).isEmpty();
    assertThat(store().replace(List.of(raise(7)))).isEqualTo(set());
    assertThat(store().slots()).isEmpty();
  }

  @Test
  public void slotsAreCreatedOnce() {
    store().createSlots();
    assertThat(store().slots())
        .containsExactlyElementsOf(
            IntStream.range(0, KeySlot.COUNT).mapToObj(SlotRecord::unused).toList());
    assertThat(store().replace(List.of(raise(7)))).isEqualTo(set(7));
    store().createSlots();
    assertThat(row(7)).isEqualTo(raise(7).after());
  }

  @Test
  public void slotsAreCreatedOnceThoughManyTry() throws Exception {
    List<BitSet> raised =
        Crowd.call(
            THREADS,
            () -> {
              store().createSlots();
              return store().replace(List.of(raise(0), raise(16_383)));
            });
    assertThat(raised).filteredOn(slots -> slots.get(0)).hasSize(1);
    assertThat(raised).filteredOn(slots -> slots.get(16_383)).hasSize(1);
    assertThat(store().slots()).hasSize(KeySlot.COUNT);
    assertThat(row(0)).isEqualTo(raise(0).after());
  }

  @Test
  public void rowIsWrittenOnlyIfAllItsPartsAreAsExpected() {
    store().createSlots();
    SlotRecord row = new SlotRecord(7, 1000, ONE, 1);
    assertThat(store().replace(List.of(raise(7)))).isEqualTo(set(7));
    for (SlotRecord other :
        List.of(
            new SlotRecord(7, 1001, ONE, 1),
            new SlotRecord(7, 999, ONE, 1),
            new SlotRecord(7, 1000, TWO, 1),
            new SlotRecord(7, 1000, SlotRecord.UNOWNED, 1),
            new SlotRecord(7, 1000, ONE, 0),
            new SlotRecord(7, 1000, ONE, 2))) {
      assertThat(store().replace(List.of(raise(other)))).as("%s", other).isEqualTo(set());
      assertThat(row(7)).isEqualTo(row);
    }
    assertThat(store().replace(List.of(new Change(row, row.next(1000, TWO))))).isEqualTo(set(7));
    assertThat(row(7)).isEqualTo(new SlotRecord(7, 1000, TWO, 2));
    assertThat(row(8)).isEqualTo(SlotRecord.unused(8));
  }

  @Test
  public void changesOfACallDoNotDependOnEachOther() {
    store().createSlots();
    assertThat(store().replace(List.of(raise(3), raise(5)))).isEqualTo(set(3, 5));
    assertThat(store().replace(List.of(raise(9), raise(5), raise(1), raise(3), raise(4))))
        .isEqualTo(set(1, 4, 9));
    assertThat(store().slots(List.of(1, 3, 4, 5, 9)))
        .extracting(SlotRecord::version)
        .containsOnly(1L);
    assertThat(store().replace(List.of())).isEqualTo(set());
  }

  @Test
  public void twoChangesOfASlotAreRejected() {
    store().createSlots();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store().replace(List.of(raise(4), raise(5), raise(4))))
        .withMessageStartingWith("a slot must be changed only once per call: first=");
    assertThat(row(5)).isEqualTo(SlotRecord.unused(5));
  }

  @Test
  public void allSlotsAreWrittenAtOnce() {
    store().createSlots();
    List<Change> changes =
        new ArrayList<>(store().slots().stream().map(row -> raise(row)).toList());
    Collections.shuffle(changes, new Random(1));
    assertThat(store().replace(List.of(raise(12_345)))).isEqualTo(set(12_345));
    BitSet expected = new BitSet();
    expected.set(0, KeySlot.COUNT);
    expected.clear(12_345);
    assertThat(store().replace(changes)).isEqualTo(expected);
    assertThat(store().slots()).hasSize(KeySlot.COUNT).allMatch(row -> row.version() == 1);
  }

  @Test
  public void largestNumbersAreKept() {
    store().createSlots();
    SlotRecord largest = new SlotRecord(16_383, Long.MAX_VALUE, ONE, Long.MAX_VALUE);
    assertThat(store().replace(List.of(new Change(SlotRecord.unused(16_383), largest))))
        .isEqualTo(set(16_383));
    assertThat(row(16_383)).isEqualTo(largest);
  }

  @Test
  public void someSlotsAreReadInTheirOrder() {
    store().createSlots();
    assertThat(store().slots(List.of(9, 16_383, 0, 9)))
        .extracting(SlotRecord::slot)
        .containsExactly(0, 9, 16_383);
    assertThat(store().slots(List.of())).isEmpty();
    List<Integer> half = IntStream.range(0, KeySlot.COUNT / 2).mapToObj(i -> 2 * i).toList();
    assertThat(store().slots(half)).extracting(SlotRecord::slot).containsExactlyElementsOf(half);
  }

  @Test
  public void deletedRowIsMissingAndNotWritten() {
    store().createSlots();
    assumeThat(delete(7)).isTrue();
    assertThat(store().slots()).hasSize(KeySlot.COUNT - 1).noneMatch(row -> row.slot() == 7);
    assertThat(store().slots(List.of(6, 7, 8)))
        .containsExactly(SlotRecord.unused(6), SlotRecord.unused(8));
    assertThat(store().replace(List.of(raise(7), raise(8)))).isEqualTo(set(8));
    store().createSlots();
    assertThat(store().slots(List.of(7))).isEmpty();
  }

  @Test
  public void deletedRowsAreNotCreatedAgainWhileThereAreServers() {
    store().createSlots();
    assertThat(store().add(server(ONE, "a"))).isTrue();
    assumeThat(deleteSlots()).isTrue();
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store().createSlots())
        .withMessageStartingWith("slot rows must not be deleted: slots=0, ");
    assertThat(store().slots()).isEmpty();
  }

  @Test
  public void serverIsAddedOnce() {
    ServerRecord one = server(ONE, "a");
    assertThat(store().add(one)).isTrue();
    assertThat(store().add(server(ONE, "b"))).isFalse();
    assertThat(store().servers()).containsExactly(one);
    String address = "h".repeat(253) + ":65535";
    ServerRecord two =
        new ServerRecord(
            TWO,
            address,
            Duration.ofDays(400),
            ServerRecord.State.LEAVING,
            Long.MAX_VALUE,
            "c".repeat(36));
    assertThat(store().add(two)).isTrue();
    assertThat(store().servers()).containsExactlyInAnyOrder(one, two);
  }

  @Test
  public void serverIsReplacedOnlyIfItsStampIsAsExpected() {
    assertThat(store().replace(server(ONE, "a"), server(ONE, "b"))).isFalse();
    assertThat(store().servers()).isEmpty();
    ServerRecord first = server(ONE, "a");
    assertThat(store().add(first)).isTrue();
    assertThat(store().add(server(TWO, "x"))).isTrue();
    ServerRecord second =
        new ServerRecord(ONE, first.address(), first.expiresAfter(), first.state(), 3, "b");
    assertThat(store().replace(first, second)).isTrue();
    assertThat(store().replace(first, server(ONE, "c"))).isFalse();
    assertThat(store().servers()).containsExactlyInAnyOrder(second, server(TWO, "x"));
    ServerRecord ended = second.withState(ServerRecord.State.ENDED, "d");
    assertThat(store().replace(second, ended)).isTrue();
    assertThat(store().servers()).containsExactlyInAnyOrder(ended, server(TWO, "x"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store().replace(ended, server(TWO, "e")))
        .withMessageStartingWith("both records must belong to the same server: before=" + ONE);
  }

  @Test
  public void serverIsRemovedOnlyIfItsStampIsAsExpected() {
    ServerRecord first = server(ONE, "a");
    assertThat(store().add(first)).isTrue();
    assertThat(store().add(server(TWO, "x"))).isTrue();
    assertThat(store().remove(server(ONE, "b"))).isFalse();
    assertThat(store().remove(server("3".repeat(40), "a"))).isFalse();
    assertThat(store().servers()).hasSize(2);
    assertThat(store().remove(first)).isTrue();
    assertThat(store().remove(first)).isFalse();
    assertThat(store().replace(first, server(ONE, "c"))).isFalse();
    assertThat(store().servers()).containsExactly(server(TWO, "x"));
  }

  @Test
  public void oneOfSeveralThreadsEndsAServer() throws Exception {
    ServerRecord server = server(ONE, "a");
    assertThat(store().add(server)).isTrue();
    List<Boolean> ended =
        Crowd.call(
            THREADS,
            () ->
                store()
                    .replace(
                        server,
                        server.withState(
                            ServerRecord.State.ENDED, "by " + Thread.currentThread().getName())));
    assertThat(ended).containsOnlyOnce(true);
  }

  @Test
  public void threadsRaiseASlotOneAfterAnother() throws Exception {
    store().createSlots();
    List<Long> bounds =
        Crowd.call(
                THREADS,
                () -> {
                  List<Long> mine = new ArrayList<>();
                  while (mine.size() < 10) {
                    Change change = raise(row(7));
                    if (store().replace(List.of(change)).get(7)) {
                      mine.add(change.after().bound());
                    }
                  }
                  return mine;
                })
            .stream()
            .flatMap(List::stream)
            .toList();
    assertThat(bounds).hasSize(10 * THREADS).doesNotHaveDuplicates();
    assertThat(row(7)).isEqualTo(new SlotRecord(7, 10_000L * THREADS, ONE, 10L * THREADS));
  }

  /** Each thread names the slots in another order, which must not make them wait for each other. */
  @Test
  public void threadsThatChangeTheSameSlotsDoNotBlockEachOther() throws Exception {
    store().createSlots();
    CyclicBarrier start = new CyclicBarrier(THREADS);
    for (int round = 0; round < 3; round++) {
      List<Integer> slots = IntStream.range(0, 200).mapToObj(i -> i * 50).toList();
      List<SlotRecord> rows = store().slots(slots);
      List<BitSet> written =
          Crowd.call(
              THREADS,
              () -> {
                List<Change> changes =
                    new ArrayList<>(rows.stream().map(row -> raise(row)).toList());
                Collections.shuffle(changes);
                start.await();
                return store().replace(changes);
              });
      assertThat(written.stream().mapToInt(BitSet::cardinality).sum()).isEqualTo(200);
      long version = round + 1L;
      assertThat(store().slots(slots)).hasSize(200).allMatch(row -> row.version() == version);
    }
  }

  @Test
  public void storeThatIsOpenedAgainHasWhatWasAnswered() {
    store().createSlots();
    assertThat(store().replace(List.of(raise(3), raise(16_383)))).isEqualTo(set(3, 16_383));
    SlotRecord free = raise(3).after().next(1500, SlotRecord.UNOWNED);
    assertThat(store().replace(List.of(new Change(raise(3).after(), free)))).isEqualTo(set(3));
    KeyedStore again = reopened();
    assertThat(again.slots()).hasSize(KeySlot.COUNT);
    assertThat(again.slots(List.of(3, 4, 16_383)))
        .containsExactly(free, SlotRecord.unused(4), raise(16_383).after());
    again.createSlots();
    assertThat(again.replace(List.of(raise(free), raise(16_383)))).isEqualTo(set(3));
  }

  @Test
  public void lostReplyLeavesTheRowAsItWasOrAsWanted() {
    store().createSlots();
    assumeThat(loseNextReply()).isTrue();
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store().replace(List.of(raise(7))));
    assertThat(row(7)).isIn(SlotRecord.unused(7), raise(7).after());
    assertThat(store().replace(List.of(raise(row(7))))).isEqualTo(set(7));
  }

  @Test
  public void storeThatFailsSaysSoAndRecovers() {
    store().createSlots();
    assumeThat(setBroken(true)).isTrue();
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store().replace(List.of(raise(7))));
    assertThatExceptionOfType(KeyedStoreException.class).isThrownBy(() -> store().slots());
    assertThatExceptionOfType(KeyedStoreException.class)
        .isThrownBy(() -> store().add(server(ONE, "a")));
    setBroken(false);
    assertThat(store().replace(List.of(raise(7)))).isEqualTo(set(7));
  }
}
