package io.snowbraid.keyed;

/**
 * Where calls of a slot are served.
 *
 * @param kind whether here, and if not, why not
 * @param text for {@link Kind#ELSEWHERE} the address of the holder, otherwise what people may want
 *     to know; it may be empty
 */
public record SlotRoute(Kind kind, String text) {

  /**
   * Returns whether waiting does not help.
   *
   * @return true if another server holds the slot, or its row is damaged
   */
  public boolean isFinal() {
    return kind == Kind.ELSEWHERE || kind == Kind.DAMAGED;
  }

  /** Whether a slot is served here. */
  public enum Kind {
    /** It is served here, now or as soon as its bound is raised. */
    HERE,
    /** Another server holds it. */
    ELSEWHERE,
    /** It is on its way, or its row has to be read; this is known soon. */
    MOVING,
    /** Nobody can serve it now, but perhaps later: no server holds it, or the store fails. */
    DOWN,
    /** Its row was deleted or set back; somebody has to mend it. */
    DAMAGED
  }
}
