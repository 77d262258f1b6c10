package io.snowbraid.worker.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowbraid.internal.LeaseStamps;
import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.LaneClaim;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerRecordHiddenException;
import io.snowbraid.worker.WorkerSourceException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Keeps block names among the worker records, under numbers below the namespace's. As in a hash
 * table with linear probing, a name gets the first number from its hash on that is unused or
 * already its own. A record keeps its name even when forgotten, so all processes find the same
 * number, and the first to write it owns the name.
 */
final class RecordedNames<X extends Exception> implements BlockNames {

  private static final long NUMBERS = (1L << 31) - 2;

  /** Enough, because few processes claim the same name, and few names share a hash. */
  private static final int ROUNDS = 100;

  private final RecordAccess<X> access;
  private final LeaseStamps stamps = new LeaseStamps();

  RecordedNames(RecordAccess<X> access) {
    this.access = access;
  }

  /** Returns the record of a name, or a new record to insert. */
  private WorkerRecord findOrNew(WorkerRecords<X> records, String name) throws X {
    long hash = hash(name);
    for (int round = 0; round < ROUNDS; round++) {
      int number = (int) (NamespaceSnapshot.NAMESPACE - 1 - Math.floorMod(hash + round, NUMBERS));
      WorkerRecord found = records.read(number).record(number);
      if (found == null) {
        return WorkerRecord.unheld(number, "", 0);
      }
      if (found.owner().equals(name)) {
        return found;
      }
    }
    throw inaccessible(name);
  }

  private static boolean isForgotten(WorkerRecord found) {
    return found.expiresAt() == WorkerRecord.RELEASED;
  }

  private static long hash(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).getMostSignificantBits();
  }

  @Override
  public Optional<NamedBlock> find(String name) {
    return access.call(
        records -> {
          WorkerRecord found = findOrNew(records, name);
          return isForgotten(found) ? Optional.empty() : Optional.of(block(found));
        });
  }

  @Override
  public boolean insert(NamedBlock block) {
    return change(block.name(), true, found -> next(found, block));
  }

  @Override
  public boolean forget(String name) {
    return change(name, false, found -> found.released(found.seenAt()));
  }

  /** Writes a name's next record; returns false if the name is not in the expected state. */
  private boolean change(String name, boolean ifForgotten, UnaryOperator<WorkerRecord> change) {
    return access.call(
        records -> {
          for (int round = 0; round < ROUNDS; round++) {
            WorkerRecord found = findOrNew(records, name);
            if (isForgotten(found) != ifForgotten) {
              return false;
            }
            WorkerRecord next = change.apply(found);
            if (found.fence() == 0 ? records.insert(next) : records.update(next)) {
              return true;
            }
          }
          throw inaccessible(name);
        });
  }

  private WorkerRecord next(WorkerRecord found, NamedBlock block) {
    LaneClaim claim = block.claim();
    return new WorkerRecord(
        found.worker(),
        block.layout(),
        block.name(),
        stamps.next(),
        found.fence() + 1,
        List.of(
            block.size(),
            (long) claim.worker(),
            (long) claim.lane(),
            claim.firstTick(),
            claim.lastTick()),
        WorkerRecord.RESERVED,
        block.claimedAt().toEpochMilli());
  }

  private NamedBlock block(WorkerRecord record) {
    List<Long> numbers = record.lastTicks();
    try {
      return new NamedBlock(
          record.owner(),
          record.layout(),
          numbers.get(0),
          new LaneClaim(
              Math.toIntExact(numbers.get(1)),
              Math.toIntExact(numbers.get(2)),
              numbers.get(3),
              numbers.get(4)),
          Instant.ofEpochMilli(record.seenAt()));
    } catch (IndexOutOfBoundsException | ArithmeticException | IllegalArgumentException e) {
      throw new WorkerSourceException(
          "record of a block is damaged: name="
              + record.owner()
              + ", number="
              + record.worker()
              + ", ticks="
              + numbers
              + ", "
              + access
              + "; restore what was written there, or use another name",
          e);
    }
  }

  @Override
  public List<NamedBlock> list() {
    return access
        .call(WorkerRecords::readNames)
        .records()
        .headMap(NamespaceSnapshot.NAMESPACE)
        .values()
        .stream()
        .filter(record -> !isForgotten(record))
        .map(this::block)
        .sorted(Comparator.comparing(NamedBlock::name))
        .toList();
  }

  private WorkerRecordHiddenException inaccessible(String name) {
    return new WorkerRecordHiddenException(
        "record of block "
            + name
            + " could be neither read nor written ("
            + access
            + "); let the application's database user read and write all records of the namespace");
  }
}
