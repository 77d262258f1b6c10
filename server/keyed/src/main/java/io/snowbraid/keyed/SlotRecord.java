package io.snowbraid.keyed;

import io.snowbraid.internal.Arguments;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The stored record of a slot.
 *
 * @param slot from 0 to 16,383
 * @param bound no number above it was issued; a negative bound means that the record is damaged
 * @param owner the id of the owner, the server that may issue numbers; empty if there is none
 * @param version how many times the record has changed
 */
public record SlotRecord(int slot, long bound, String owner, long version) {

  /** The owner's id in the record of a slot without an owner. */
  public static final String UNOWNED = "";

  /**
   * Creates a record. Checks only the slot, because a stored bound may be damaged.
   *
   * @param slot from 0 to 16,383
   * @param bound no number above it was issued; a negative bound means that the record is damaged
   * @param owner the id of the owner, or {@link #UNOWNED}
   * @param version how many times the record has changed
   * @throws IllegalArgumentException if the slot is out of range
   */
  public SlotRecord {
    Arguments.between("slot", slot, 0, KeySlot.COUNT - 1);
    Objects.requireNonNull(owner, "owner");
  }

  /**
   * Returns the record of a slot that was never used.
   *
   * @param slot from 0 to 16,383
   * @return its record
   * @throws IllegalArgumentException if the slot is out of range
   */
  public static SlotRecord unused(int slot) {
    return new SlotRecord(slot, 0, UNOWNED, 0);
  }

  /**
   * Returns the record as the next write leaves it.
   *
   * @param newBound its bound
   * @param newOwner the id of its owner
   * @return a record with the next version
   */
  public SlotRecord next(long newBound, String newOwner) {
    return new SlotRecord(slot, newBound, newOwner, version + 1);
  }

  /**
   * A conditional write of a record.
   *
   * @param before the expected record, which must match completely
   * @param after the new record
   */
  public record Change(SlotRecord before, SlotRecord after) {

    /**
     * Creates a change.
     *
     * @param before the expected record
     * @param after the new record
     * @throws IllegalArgumentException if the records belong to different slots
     */
    public Change {
      if (before.slot() != after.slot()) {
        throw new IllegalArgumentException(
            "both records of a change must have the same slot: before="
                + before
                + ", after="
                + after);
      }
    }

    /**
     * Sorts changes by slot. Writers that lock records in this order cannot deadlock.
     *
     * @param changes at most one per slot
     * @return the same changes
     * @throws IllegalArgumentException if two changes have the same slot
     */
    public static List<Change> inOrder(Collection<Change> changes) {
      List<Change> sorted =
          changes.stream().sorted(Comparator.comparingInt(change -> change.before.slot)).toList();
      for (int i = 1; i < sorted.size(); i++) {
        if (sorted.get(i).before.slot == sorted.get(i - 1).before.slot) {
          throw new IllegalArgumentException(
              "a slot must be changed only once per call: first="
                  + sorted.get(i - 1)
                  + ", second="
                  + sorted.get(i));
        }
      }
      return sorted;
    }
  }
}
