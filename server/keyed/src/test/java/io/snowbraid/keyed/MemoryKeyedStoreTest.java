package io.snowbraid.keyed;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.keyed.SlotRecord.Change;
import io.snowbraid.testkit.KeyedStoreContract;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the store in memory, and that the contract rejects stores with a fault. */
class MemoryKeyedStoreTest extends KeyedStoreContract {

  private MemoryKeyedStore store = new MemoryKeyedStore();

  @Override
  protected KeyedStore store() {
    return store;
  }

  @Override
  protected boolean delete(int slot) {
    store.delete(slot);
    return true;
  }

  @Override
  protected boolean deleteSlots() {
    IntStream.range(0, KeySlot.COUNT).forEach(store::delete);
    return true;
  }

  private interface Check {
    void run() throws Exception;
  }

  private void requireRejected(MemoryKeyedStore twin, Check check) {
    store = twin;
    assertThatExceptionOfType(AssertionError.class).isThrownBy(check::run);
  }

  /** Writes a row if some of its parts are as expected. */
  private abstract static class LaxStore extends MemoryKeyedStore {

    abstract SlotRecord expected(SlotRecord before, SlotRecord found);

    @Override
    public BitSet replace(List<Change> changes) {
      return super.replace(changes.stream().map(this::lax).toList());
    }

    private Change lax(Change change) {
      SlotRecord before = change.before();
      List<SlotRecord> found = slots(List.of(before.slot()));
      return found.isEmpty() ? change : new Change(expected(before, found.get(0)), change.after());
    }
  }

  @Test
  void contractRejectsAStoreThatIgnoresTheVersion() {
    requireRejected(
        new LaxStore() {
          @Override
          SlotRecord expected(SlotRecord before, SlotRecord found) {
            return new SlotRecord(before.slot(), before.bound(), before.owner(), found.version());
          }
        },
        this::rowIsWrittenOnlyIfAllItsPartsAreAsExpected);
  }

  @Test
  void contractRejectsAStoreThatIgnoresTheOwner() {
    requireRejected(
        new LaxStore() {
          @Override
          SlotRecord expected(SlotRecord before, SlotRecord found) {
            return new SlotRecord(before.slot(), before.bound(), found.owner(), before.version());
          }
        },
        this::rowIsWrittenOnlyIfAllItsPartsAreAsExpected);
  }

  @Test
  void contractRejectsAStoreThatIgnoresTheBound() {
    requireRejected(
        new LaxStore() {
          @Override
          SlotRecord expected(SlotRecord before, SlotRecord found) {
            return new SlotRecord(before.slot(), found.bound(), before.owner(), before.version());
          }
        },
        this::rowIsWrittenOnlyIfAllItsPartsAreAsExpected);
  }

  @Test
  void contractRejectsAStoreThatIgnoresTheStamp() {
    requireRejected(
        new MemoryKeyedStore() {
          @Override
          public boolean replace(ServerRecord before, ServerRecord after) {
            return servers().stream()
                .filter(server -> server.id().equals(before.id()))
                .anyMatch(server -> super.replace(server, after));
          }
        },
        this::serverIsReplacedOnlyIfItsStampIsAsExpected);
  }

  @Test
  void contractRejectsAStoreThatWritesAllOrNothing() {
    requireRejected(
        new MemoryKeyedStore() {
          @Override
          public BitSet replace(List<Change> changes) {
            List<SlotRecord> rows = slots();
            boolean isPossible =
                changes.stream()
                    .allMatch(change -> rows.get(change.before().slot()).equals(change.before()));
            return isPossible ? super.replace(changes) : new BitSet();
          }
        },
        this::changesOfACallDoNotDependOnEachOther);
  }

  @Test
  void contractRejectsAStoreThatCreatesDeletedRows() {
    requireRejected(
        new MemoryKeyedStore() {
          @Override
          public void createSlots() {
            List<Integer> present = slots().stream().map(SlotRecord::slot).toList();
            for (int slot = 0; slot < KeySlot.COUNT; slot++) {
              if (present.isEmpty() || !present.contains(slot)) {
                put(List.of(SlotRecord.unused(slot)));
              }
            }
          }
        },
        this::deletedRowIsMissingAndNotWritten);
  }
}
