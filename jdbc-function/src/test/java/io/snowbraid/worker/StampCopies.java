package io.snowbraid.worker;

/** What a snapshot of a process's memory does to the stamps of a lease. */
public final class StampCopies {

  private StampCopies() {}

  /** The same stamps once more. */
  public static LeaseStamps copyOf(LeaseStamps stamps) {
    return new LeaseStamps(stamps);
  }
}
