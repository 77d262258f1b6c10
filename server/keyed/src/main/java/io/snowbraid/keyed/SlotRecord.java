package io.snowbraid.keyed;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The stored row of a slot.
 *
 * @param slot from 0 to 16,383
 * @param bound no number above it was issued; a row with a negative one is damaged
 * @param holder the id of the server that may issue numbers; empty if none may
 * @param version how many times the row has changed
 */
public record SlotRecord(int slot, long bound, String holder, long version) {

  /** How many slots there are. */
  public static final int SLOTS = KeySlot.COUNT;

  /** The holder of a slot that nobody holds. */
  public static final String NOBODY = "";

  /**
   * Checks the slot, and nothing else: a stored bound may be damaged.
   *
   * @param slot from 0 to 16,383
   * @param bound no number above it was issued; a row with a negative one is damaged
   * @param holder the id of a server, or {@link #NOBODY}
   * @param version how many times the row has changed
   * @throws IllegalArgumentException if the slot is out of its range
   */
  public SlotRecord {
    if (slot < 0 || slot >= KeySlot.COUNT) {
      throw new IllegalArgumentException(
          "slot must be from 0 to " + (KeySlot.COUNT - 1) + ": slot=" + slot + "; correct it");
    }
    Objects.requireNonNull(holder, "holder");
  }

  /**
   * Returns a slot that was never used.
   *
   * @param slot from 0 to 16,383
   * @return its row
   * @throws IllegalArgumentException if the slot is out of its range
   */
  public static SlotRecord unused(int slot) {
    return new SlotRecord(slot, 0, NOBODY, 0);
  }

  /**
   * Returns the row as its next write leaves it.
   *
   * @param newBound its bound
   * @param newHolder its holder
   * @return a row with the next version
   */
  public SlotRecord next(long newBound, String newHolder) {
    return new SlotRecord(slot, newBound, newHolder, version + 1);
  }

  /**
   * A conditional write of a row.
   *
   * @param before how the row has to be, in all its parts, for it to be written
   * @param after how it is then
   */
  public record Change(SlotRecord before, SlotRecord after) {

    /**
     * Checks the rows.
     *
     * @param before how the row has to be
     * @param after how it is then
     * @throws IllegalArgumentException if they belong to different slots
     */
    public Change {
      if (before.slot() != after.slot()) {
        throw new IllegalArgumentException(
            "row of a slot must keep its slot: before=" + before + ", after=" + after);
      }
    }

    /**
     * Sorts changes by their slots, so that writers who lock rows one after another cannot block
     * each other forever.
     *
     * @param changes at most one for each slot
     * @return the same changes
     * @throws IllegalArgumentException if there are two for a slot
     */
    public static List<Change> inOrder(Collection<Change> changes) {
      List<Change> sorted =
          changes.stream().sorted(Comparator.comparingInt(change -> change.before.slot)).toList();
      for (int i = 1; i < sorted.size(); i++) {
        if (sorted.get(i).before.slot == sorted.get(i - 1).before.slot) {
          throw new IllegalArgumentException(
              "slot must be changed once in a call: first="
                  + sorted.get(i - 1)
                  + ", second="
                  + sorted.get(i));
        }
      }
      return sorted;
    }
  }
}
