package io.snowbraid.keyed;

/**
 * Where a slot is served.
 *
 * @param kind whether this server serves the slot, and if not, why
 * @param text the owner's address for {@link Kind#ELSEWHERE}, otherwise an explanation for people,
 *     which may be empty
 */
public record SlotRoute(Kind kind, String text) {

  /**
   * Returns whether waiting is useless.
   *
   * @return true if another server owns the slot, or its record is damaged
   */
  public boolean isFinal() {
    return kind == Kind.ELSEWHERE || kind == Kind.DAMAGED;
  }

  /** Whether this server serves a slot. */
  public enum Kind {
    /** This server serves the slot, now or once its bound is raised. */
    HERE,
    /** Another server owns the slot. */
    ELSEWHERE,
    /** The slot is being transferred, or its record must be read; the outcome is known soon. */
    MOVING,
    /**
     * No server can serve the slot now, because it has no owner or the store fails. Retry later.
     */
    DOWN,
    /** The slot's record was deleted or set back, and must be repaired. */
    DAMAGED
  }
}
